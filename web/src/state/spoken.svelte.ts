/** What is read aloud: at once what concerns the listener, in a pause what happens besides. */

/** So long sentences are gathered, to be read as one. */
const GATHER = 250;

export class Spoken {
  urgent = $state("");
  calm = $state("");
  #happened: string[] = [];
  #open: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Interrupts: it is your decision. */
  call(...sentences: string[]): void {
    this.ask();
    this.urgent = together(sentences);
  }

  /** Tells in a pause what has happened. */
  tell(...sentences: string[]): void {
    this.#happened.push(...sentences);
    this.#wait();
  }

  /** Says in a pause, and after what has happened, what is open now; earlier questions are not. */
  ask(...sentences: string[]): void {
    this.urgent = "";
    this.#open = sentences;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), GATHER);
  }

  #read(): void {
    this.calm = together([...this.#happened, ...this.#open]);
    this.#happened = [];
    this.#open = [];
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
