/** How wide words are in a sector. */

const FONT = '700 15.6px "Rondel Sans", "Rondel Sans stand-in"';
/** About how wide a letter is, where nothing can be measured. */
const LETTER = 8;

let context: CanvasRenderingContext2D | null | undefined;

/** The width of a line in the units of the wheel, as if it were bold. */
export function widthOf(line: string): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return line.length * LETTER;
  context.font = FONT;
  return context.measureText(line).width;
}
