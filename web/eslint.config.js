/**
 * What the linter watches over; layout is the formatter's, and what a type forbids the checker's.
 *
 * What it must know the types for takes most of its time: `eslint.types.config.js` has that too.
 */

import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default defineConfig(
  globalIgnores(["src/api/generated", ".svelte-check"]),
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // The type checker knows what there is.
      "no-undef": "off",
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      // Where an index or a key is known to be there, "!" says so.
      "@typescript-eslint/no-non-null-assertion": "off",
      // State is replaced and never changed inside; sets and maps are built and then left alone.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte"],
    rules: {
      "svelte/block-lang": ["error", { script: "ts" }],
      "svelte/button-has-type": "error",
      "svelte/no-target-blank": "error",
      "svelte/shorthand-attribute": "error",
      "svelte/shorthand-directive": "error",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
