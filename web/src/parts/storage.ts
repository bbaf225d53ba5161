/** Where a browser keeps nothing for a page, as in a frame of another site, what is kept lasts as
 * long as the page is open. */

class Memory {
  readonly #kept = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }
  removeItem(key: string): void {
    this.#kept.delete(key);
  }
}

/** Puts something in the place of what the browser refuses. */
export function standIn(place: "localStorage" | "sessionStorage", page: Window = window): void {
  try {
    page[place].getItem(place);
  } catch {
    Object.defineProperty(page, place, { value: new Memory() });
  }
}

standIn("localStorage");
standIn("sessionStorage");
