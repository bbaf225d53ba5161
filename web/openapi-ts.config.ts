import { defineConfig } from "@hey-api/openapi-ts";

// `python -m tools.api_types` says what to read and where to write.
export default defineConfig({
  input: "openapi.json",
  output: "src/api/generated",
  plugins: ["@hey-api/typescript"],
});
