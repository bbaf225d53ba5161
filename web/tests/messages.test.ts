import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";

import { LANGUAGES, type Language } from "../src/i18n.svelte.ts";

type Catalogue = Record<string, string>;

const files = import.meta.glob<{ default: Catalogue }>("../src/messages/*/*.json", { eager: true });

function catalogue(lang: Language): Catalogue {
  const own = Object.entries(files).filter(([path]) => path.includes(`/${lang}/`));
  return Object.assign({}, ...own.map(([, { default: messages }]) => messages)) as Catalogue;
}

interface Element {
  value?: string;
  type: number;
  options?: Record<string, { value: Element[] }>;
}

const LITERAL = 0;

/** The arguments of a message, those within plurals too. */
function argumentsOf(elements: Element[]): string[] {
  return elements.flatMap(({ type, value, options }) => [
    ...(type === LITERAL || value === undefined ? [] : [value]),
    ...Object.values(options ?? {}).flatMap((option) => argumentsOf(option.value)),
  ]);
}

function argumentsIn(message: string, lang: Language): string[] {
  const format = new IntlMessageFormat(message, lang, undefined, { ignoreTag: true });
  return argumentsOf(format.getAst() as Element[]);
}

const english = catalogue("en");

describe.each(LANGUAGES)("the words in %s", (lang) => {
  const words = catalogue(lang);

  test("are all there, and no others", () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
  });

  test("stand in the file their key names", () => {
    for (const [path, { default: messages }] of Object.entries(files)) {
      const area = /(\w+)\.json$/.exec(path)?.[1];
      expect(Object.keys(messages).filter((key) => !key.startsWith(`${area}.`))).toEqual([]);
    }
  });

  test("say at least what the English ones say", () => {
    const lacking = Object.keys(english).filter((key) => {
      const own = new Set(argumentsIn(words[key] ?? "", lang));
      return argumentsIn(english[key] ?? "", "en").some((argument) => !own.has(argument));
    });
    expect(lacking).toEqual([]);
  });

  test("are not left empty", () => {
    expect(Object.keys(words).filter((key) => !words[key]?.trim())).toEqual([]);
  });
});
