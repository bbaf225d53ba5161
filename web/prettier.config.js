/** How the sources are laid out: as Prettier does by itself, at the width of the Python sources. */
export default {
  printWidth: 100,
  plugins: ["prettier-plugin-svelte"],
  overrides: [{ files: "*.svelte", options: { parser: "svelte" } }],
};
