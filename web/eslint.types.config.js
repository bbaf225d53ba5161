/** The linter with all that it must know the types for. */

import { defineConfig } from "eslint/config";
import ts from "typescript-eslint";

import plain from "./eslint.config.js";

export default defineConfig(plain, {
  // Components are left out: to learn their types takes longer than all the rest.
  files: ["**/*.ts"],
  extends: [ts.configs.strictTypeCheckedOnly],
  rules: {
    "@typescript-eslint/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],
    "@typescript-eslint/no-confusing-void-expression": [
      "error",
      { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
    ],
    "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
  },
  languageOptions: {
    parserOptions: {
      projectService: true,
      extraFileExtensions: [".svelte"],
      tsconfigRootDir: import.meta.dirname,
    },
  },
});
