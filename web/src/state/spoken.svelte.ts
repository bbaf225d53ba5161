/** What is read aloud: at once what concerns the listener, in a pause what happens besides. */

/** So long sentences are gathered, to be read as one. */
const GATHER = 250;

export class Spoken {
  urgent = $state("");
  calm = $state("");
  #gathered: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Interrupts: it is your decision. */
  call(...sentences: string[]): void {
    this.urgent = together(sentences);
  }

  /** Waits for a pause. */
  tell(...sentences: string[]): void {
    this.#gathered.push(...sentences);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), GATHER);
  }

  #read(): void {
    this.calm = together(this.#gathered);
    this.#gathered = [];
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Sentences one after the other, each with its full stop. */
function together(sentences: string[]): string {
  const said = sentences.filter((sentence) => sentence !== "");
  return said.map((one) => (/[.?…]$/.test(one) ? one : `${one}.`)).join(" ");
}
