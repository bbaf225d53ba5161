// @vitest-environment node
/** The messages that the records and the page must say alike: tests/records reads them as well. */

import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";

import vectors from "../../tests/vectors/messages.json";
import { Counting, Message, type Values } from "../src/icu.ts";

interface Vector {
  message: string;
  language: string;
  values: Values;
  text: string;
}

const SAID = vectors.said as unknown as Vector[];

describe("a message says the same as in the records", () => {
  test.each(SAID)("$language: $text", ({ message, language, values, text }) => {
    expect(new Message(message, new Counting(language)).say(values)).toBe(text);
    const whole = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
    expect(whole.format(values)).toBe(text);
  });
});

test.each(vectors.refused)("a message that the records refuse is refused: %s", (message) => {
  expect(() => new Message(message, new Counting("en"))).toThrow(SyntaxError);
});
