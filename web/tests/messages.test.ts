/** The catalogues: complete, well-formed and used, in every language. */

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, it } from "vitest";

import { Counting, Message, type Values } from "../src/icu.ts";
import { LANGUAGES, type Language } from "../src/i18n.svelte.ts";
import english from "../src/messages/en/index.ts";
import es from "../src/messages/es/index.ts";
import italian from "../src/messages/it/index.ts";
import pl from "../src/messages/pl/index.ts";
import ru from "../src/messages/ru/index.ts";

type Catalogue = Record<string, string>;
type Part = ReturnType<IntlMessageFormat["getAst"]>[number];

/** Kinds of parts, as the parser numbers them. */
const [LITERAL, ARGUMENT, SELECT] = [0, 1, 5];
const kindOf = ({ type }: Part): number => type;

const FILES = import.meta.glob<{ default: Catalogue }>("../src/messages/*/*.json", { eager: true });

/** A catalogue with what those fetch besides who look after a server, ask for the keys, or agree on options. */
const whole = (lang: Language, messages: Catalogue): Catalogue => ({
  ...messages,
  ...FILES[`../src/messages/${lang}/agreements.json`]?.default,
  ...FILES[`../src/messages/${lang}/analysis.json`]?.default,
  ...FILES[`../src/messages/${lang}/care.json`]?.default,
  ...FILES[`../src/messages/${lang}/changes.json`]?.default,
  ...FILES[`../src/messages/${lang}/companion.json`]?.default,
  ...FILES[`../src/messages/${lang}/end.json`]?.default,
  ...FILES[`../src/messages/${lang}/explorer.json`]?.default,
  ...FILES[`../src/messages/${lang}/handover.json`]?.default,
  ...FILES[`../src/messages/${lang}/keys.json`]?.default,
  ...FILES[`../src/messages/${lang}/lesson.json`]?.default,
  ...FILES[`../src/messages/${lang}/lobby.json`]?.default,
  ...FILES[`../src/messages/${lang}/lookback.json`]?.default,
  ...FILES[`../src/messages/${lang}/menu.json`]?.default,
  ...FILES[`../src/messages/${lang}/options.json`]?.default,
  ...FILES[`../src/messages/${lang}/people.json`]?.default,
  ...FILES[`../src/messages/${lang}/puzzles.json`]?.default,
  ...FILES[`../src/messages/${lang}/review.json`]?.default,
  ...FILES[`../src/messages/${lang}/rules.json`]?.default,
  ...FILES[`../src/messages/${lang}/tables.json`]?.default,
  ...FILES[`../src/messages/${lang}/tournaments.json`]?.default,
});
const en = whole("en", english);
const CATALOGUES: Record<Language, Catalogue> = {
  en,
  it: whole("it", italian),
  es: whole("es", es),
  ru: whole("ru", ru),
  pl: whole("pl", pl),
};
const OTHERS = LANGUAGES.filter((lang) => lang !== "en");
const FOLDER = join(import.meta.dirname, "..", "src");

/** What the full implementation makes of messages; making it takes most of the time here. */
const FULL = new Map<string, IntlMessageFormat>();

/** A message as the full implementation reads it. */
function full(message: string, lang: Language): IntlMessageFormat {
  const name = `${lang} ${message}`;
  const known = FULL.get(name);
  if (known) return known;
  const read = new IntlMessageFormat(message, lang, undefined, { ignoreTag: true });
  FULL.set(name, read);
  return read;
}

/** All parts of a message, those inside of choices too. */
function parts(message: string, lang: Language): Part[] {
  return nested(full(message, lang).getAst());
}

function isWellFormed(message: string, lang: Language): boolean {
  try {
    return parts(message, lang).length > 0;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function nested(ast: Part[]): Part[] {
  return ast.flatMap((part) =>
    "options" in part
      ? [part, ...Object.values(part.options).flatMap(({ value }) => nested(value))]
      : [part],
  );
}

/** The names of what a message needs; in which game it is may matter in one language only. */
function values(message: string, lang: Language): string[] {
  const given = parts(message, lang).filter(
    (part) => "value" in part && kindOf(part) !== LITERAL && part.value !== "game",
  );
  return [...new Set(given.map((part) => (part as { value: string }).value))].sort();
}

/** The forms each counted thing of a message has; exact numbers may do without. */
function forms(message: string, lang: Language): string[][] {
  return parts(message, lang)
    .flatMap((part) =>
      "pluralType" in part && part.pluralType === "cardinal" ? [Object.keys(part.options)] : [],
    )
    .filter((found) => found.includes("one"));
}

/** The forms that whole numbers below a million take. */
const COUNTED: Record<Language, string[]> = {
  en: ["one", "other"],
  it: ["one", "other"],
  es: ["one", "other"],
  ru: ["one", "few", "many", "other"],
  pl: ["one", "few", "many", "other"],
};

const NUMBERS = [0, 1, 2, 5, 11, 22, 1234];

/** Values to try a message with: every choice it has, and numbers of every form. */
function samples(message: string, lang: Language): Values[] {
  const all = parts(message, lang).filter((part) => kindOf(part) !== LITERAL);
  const chosen = all.flatMap((part) =>
    "options" in part && kindOf(part) === SELECT ? Object.keys(part.options) : [],
  );
  const named = (value: (type: number) => string | number): Values =>
    Object.fromEntries(
      all.flatMap((part) => ("value" in part ? [[part.value, value(kindOf(part))]] : [])),
    );
  const numbers = all.some((part) => ![ARGUMENT, SELECT].includes(kindOf(part))) ? NUMBERS : [0];
  return numbers.flatMap((number) =>
    ["other", ...new Set(chosen)].map((choice) =>
      named((type) => (type === SELECT ? choice : type === ARGUMENT ? "Ada" : number)),
    ),
  );
}

/** Everything that is written in the sources. */
function sources(): string {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf-8" });
  const code = files.filter((name) => /\.(svelte|ts)$/.test(name) && !name.startsWith("messages"));
  return code.map((name) => readFileSync(join(FOLDER, name), "utf-8")).join("\n");
}

/** Whether a key is written in the sources, in one piece or as a template. */
function useOf(text: string): (key: string) => boolean {
  const areas = new Set(Object.keys(en).map((key) => key.split(".")[0]));
  const whole = new Set([...text.matchAll(/["'`](\w+\.\w[\w.]*)["'`]/g)].map((found) => found[1]));
  const templates = [...text.matchAll(/`(\w+)\.([^`\s]*\$\{[^`]*)`/g)]
    .filter((found) => areas.has(found[1]))
    .map(
      (found) => new RegExp(`^${found[1]}\\.${(found[2] ?? "").replace(/\$\{[^}]*\}/g, "\\w+")}$`),
    );
  return (key) => whole.has(key) || templates.some((template) => template.test(key));
}

describe.each(LANGUAGES)("the catalogue %s", (lang) => {
  const catalogue = CATALOGUES[lang];

  it("has a well-formed message for every key", () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
    const entries = Object.entries(catalogue);
    const untidy = entries.filter(([, message]) => message === "" || message !== message.trim());
    expect(untidy).toEqual([]);
    expect(entries.filter(([, message]) => !isWellFormed(message, lang))).toEqual([]);
  });

  it("counts in every form", () => {
    const lacking = Object.keys(catalogue).filter((key) =>
      forms(catalogue[key] ?? "", lang).some((found) =>
        COUNTED[lang].some((form) => !found.includes(form)),
      ),
    );
    expect(lacking).toEqual([]);
  });

  it("says what the full implementation says", () => {
    const counting = new Counting(lang);
    const different = Object.entries(catalogue).flatMap(([key, message]) => {
      const [ours, theirs] = [new Message(message, counting), full(message, lang)];
      return samples(message, lang)
        .map((given) => ({ key, given, ours: ours.say(given), theirs: theirs.format(given) }))
        .filter(({ ours, theirs }) => ours !== theirs);
    });
    expect(different).toEqual([]);
  }, 60_000);

  it("shouts at nobody", () => {
    expect(Object.values(catalogue).filter((message) => /[!¡]/.test(message))).toEqual([]);
  });
});

it.each(OTHERS)("messages in %s need what the English ones do", (lang) => {
  const needs = (catalogue: Catalogue, lang: Language): [string, string[]][] =>
    Object.keys(en).map((key) => [key, values(catalogue[key] ?? "", lang)]);
  expect(needs(CATALOGUES[lang], lang)).toEqual(needs(en, "en"));
});

it.each(Object.keys(FILES))("%s holds messages of its area only", (path) => {
  const area = /(\w+)\.json$/.exec(path)?.[1];
  const keys = Object.keys(FILES[path]?.default ?? {});
  expect(keys.filter((key) => !key.startsWith(`${area}.`))).toEqual([]);
});

it("every message is used", () => {
  const isUsed = useOf(sources());
  expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([]);
});

it("every message that is used is there", () => {
  const areas = [...new Set(Object.keys(en).map((key) => key.split(".")[0]))].join("|");
  const written = [
    ...sources().matchAll(new RegExp(`\\bt\\(\\s*["'\`]((?:${areas})\\.[\\w.]+)["'\`]`, "g")),
  ];
  expect(written.map((found) => found[1]).filter((key) => !(key! in en))).toEqual([]);
});
