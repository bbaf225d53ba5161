import { afterAll, expect, test } from "vitest";

import { list } from "../src/board/describing.ts";
import { LANGUAGES, text } from "../src/i18n.svelte.ts";

afterAll(() => text.use("en"));

test.each(LANGUAGES)("in %s the parts of a list are told apart", async (lang) => {
  await text.use(lang);
  const losses = ["A: 1", "B: 2", "C: 3"];
  expect(list(losses)).toMatch(/^A: 1, B: 2(,| e| y| i) C: 3$/);
  expect(list(losses.slice(1))).toMatch(/^B: 2(,| e| y| i) C: 3$/);
});
