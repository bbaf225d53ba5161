/** Turns the pixels of the style sheets into rem: on a large screen all grows with the root's type. */

/** As much of a declaration of PostCSS as is needed here. */
interface Declaration {
  prop: string;
  value: string;
  parent?: object | undefined;
  source?: { input: { file?: string | undefined } } | undefined;
}

/** The size of the root's type for which the pixels are written. */
export const ROOT = 14;
/** Drawings with units of their own: what is inside them grows with the drawing. */
const DRAWN = /(Arrows|Flights|Labels|Markers|MiniRondel|Numbers|Regions|Rondel|Token)\.svelte/;
const PIXELS = /(?<![\w-])(-?\d*\.?\d+)px\b/g;

const isDrawn = ({ source }: Declaration): boolean => DRAWN.test(source?.input.file ?? "");
const isRoot = ({ parent }: Declaration): boolean =>
  parent !== undefined && "selector" in parent && parent.selector === "html";

export function inRem(value: string): string {
  return value.replace(PIXELS, (_, pixels) => `${+(Number(pixels) / ROOT).toFixed(4)}rem`);
}

/** The plugin of PostCSS. */
export const rem = {
  postcssPlugin: "rem",
  Declaration(declaration: Declaration): void {
    if (isDrawn(declaration) || isRoot(declaration)) return;
    const value = inRem(declaration.value);
    if (value !== declaration.value) declaration.value = value;
  },
};
