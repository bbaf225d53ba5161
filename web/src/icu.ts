/**
 * Messages in the ICU manner, as far as ours need it: values, numbers, plural forms, choices.
 * The tests hold it against the full implementation, which is too heavy to send to everybody.
 */

export type Values = Record<string, string | number | boolean>;

type Part = string | Slot;

interface Slot {
  name: string;
  kind: "value" | (typeof KINDS)[number];
  /** What is said for each form or choice. */
  forms: Map<string, Part[]>;
}

/** The number that is counted stands where this does. */
const COUNT = "#";
const NAME = /\s*([\w=]+)\s*/y;

/** How a language writes numbers and which forms it counts in. */
export class Counting {
  readonly numbers: Intl.NumberFormat;
  readonly plural: Intl.PluralRules;
  readonly selectordinal: Intl.PluralRules;

  constructor(lang: string) {
    this.numbers = new Intl.NumberFormat(lang);
    this.plural = new Intl.PluralRules(lang);
    this.selectordinal = new Intl.PluralRules(lang, { type: "ordinal" });
  }
}

/** A message that was read, to be said with values. */
export class Message {
  readonly #parts: Part[];

  /** Raises SyntaxError. */
  constructor(
    source: string,
    readonly counting: Counting,
  ) {
    this.#parts = new Reader(source).message();
  }

  say(values: Values = {}): string {
    return this.#joined(this.#parts, values, 0);
  }

  #joined(parts: Part[], values: Values, count: number): string {
    return parts.map((part) => this.#said(part, values, count)).join("");
  }

  #said(part: Part, values: Values, count: number): string {
    const { numbers } = this.counting;
    if (part === COUNT) return numbers.format(count);
    if (typeof part === "string") return part;
    const { name, kind, forms } = part;
    const value = values[name];
    if (kind === "value") return String(value);
    if (kind === "number") return numbers.format(Number(value));
    const other = forms.get("other") ?? [];
    if (kind === "select") return this.#joined(forms.get(String(value)) ?? other, values, count);
    const counted = Number(value);
    const form = forms.get(`=${counted}`) ?? forms.get(this.counting[kind].select(counted));
    return this.#joined(form ?? other, values, counted);
  }
}

const KINDS = ["number", "plural", "selectordinal", "select"] as const;

class Reader {
  #at = 0;

  constructor(readonly source: string) {}

  message(): Part[] {
    const parts = this.#parts(false);
    if (this.#at < this.source.length) this.#fail();
    return parts;
  }

  /** Text and slots up to the end, or to the brace that closes what they are in. */
  #parts(isCounted: boolean): Part[] {
    const parts: Part[] = [];
    const text = isCounted ? /[^{}#]+/y : /[^{}]+/y;
    while (this.#at < this.source.length && this.source[this.#at] !== "}") {
      if (this.#takes("{")) parts.push(this.#slot(isCounted));
      else if (isCounted && this.#takes(COUNT)) parts.push(COUNT);
      else parts.push(this.#match(text));
    }
    return parts;
  }

  #slot(isCounted: boolean): Slot {
    const name = this.#match(NAME, 1);
    const kind = this.#takes(",") ? this.#kind(this.#match(NAME, 1)) : "value";
    const forms = new Map<string, Part[]>();
    if (this.#takes(",")) {
      while (this.source[this.#at] !== "}") {
        const form = this.#match(NAME, 1);
        this.#expect("{");
        forms.set(form, this.#parts(isCounted || kind !== "select"));
        this.#expect("}");
        this.#match(/\s*/y);
      }
    }
    this.#expect("}");
    return { name, kind, forms };
  }

  #kind(word: string): Slot["kind"] {
    return KINDS.find((kind) => kind === word) ?? this.#fail();
  }

  #match(pattern: RegExp, group = 0): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.source);
    if (!found) return this.#fail();
    this.#at = pattern.lastIndex;
    return found[group] ?? "";
  }

  #takes(character: string): boolean {
    const does = this.source[this.#at] === character;
    if (does) this.#at += 1;
    return does;
  }

  #expect(character: string): void {
    if (!this.#takes(character)) this.#fail();
  }

  #fail(): never {
    throw new SyntaxError(`Cannot read at ${this.#at}: ${this.source}`);
  }
}
