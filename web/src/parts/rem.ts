/** Sizes of what is drawn among words: they grow with the type. */

/** The size of the root's type for which sizes are told in pixels. */
const ROOT = 14;

export const rem = (pixels: number): string => `${pixels / ROOT}rem`;
