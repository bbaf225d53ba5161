/** Who sits at this screen, and how they like it. */

import { get, post } from "../api/client.ts";

export interface Me {
  id: string;
  name: string;
  login: string | null;
  guest: boolean;
}

const THEME = "rondel.theme";

class Session {
  me = $state.raw<Me | null>(null);
  known = $state(false);
  theme = $state<"light" | "dark">(preferredTheme());

  constructor() {
    this.#show();
  }

  /** Asks the server who we are. */
  async load(): Promise<void> {
    this.me = (await get<{ user: Me | null }>("/api/me")).user;
    this.known = true;
  }

  /** Makes sure we have a name: a guest gets one at once. */
  async named(name: string): Promise<Me> {
    if (!this.me) this.me = (await post<{ user: Me }>("/api/me", { name })).user;
    return this.me;
  }

  async rename(name: string): Promise<void> {
    this.me = (await post<{ user: Me }>("/api/me", { name })).user;
  }

  turnTheme(): void {
    this.theme = this.theme === "light" ? "dark" : "light";
    localStorage.setItem(THEME, this.theme);
    this.#show();
  }

  #show(): void {
    document.documentElement.dataset["theme"] = this.theme;
  }
}

function preferredTheme(): "light" | "dark" {
  const kept = localStorage.getItem(THEME);
  if (kept === "light" || kept === "dark") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const session = new Session();
