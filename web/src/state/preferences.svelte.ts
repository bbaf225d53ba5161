/** How the person at this screen likes it; kept in the browser. */

import { SvelteMap } from "svelte/reactivity";

export type Theme = "system" | "light" | "dark";
export type Shade = "light" | "dark";

/** How what others do is shown: turn by turn when one asks for it, slowly, quickly, not at all. */
export type Pace = "step" | "calm" | "brisk" | "at_once";
export const PACES: readonly Pace[] = ["step", "calm", "brisk", "at_once"];

/** How a decision of one's own is made known. */
export interface Likes {
  sound: boolean;
  /** Notices of the system while the page is hidden. */
  notices: boolean;
  /** Notices also while the page is seen. */
  always: boolean;
}

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const USUAL: Likes = { sound: true, notices: false, always: false };

class Preferences {
  theme = $state<Theme>(keptTheme());
  /** Keys that act without Ctrl or Alt. */
  shortcuts = $state(kept("shortcuts") ?? true);
  pace = $state<Pace>(keptPace());
  /** Whether it is said above a decision what one is; what was never said is null. */
  #told = $state(kept("who"));
  #finished = $state(kept("finished") ?? false);

  #system = matchMedia("(prefers-color-scheme: dark)");
  #systemDark = $state(this.#system.matches);
  /** What was turned on or off since the page was opened. */
  #turned = new SvelteMap<string, boolean>();

  constructor() {
    this.#system.addEventListener("change", ({ matches }) => {
      this.#systemDark = matches;
      this.#show();
    });
    this.#show();
  }

  /** The colours that are shown now. */
  get shade(): Shade {
    if (this.theme !== "system") return this.theme;
    return this.#systemDark ? "dark" : "light";
  }

  wear(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem("rondel.theme", theme);
    this.#show();
  }

  go(pace: Pace): void {
    this.pace = pace;
    localStorage.setItem("rondel.pace", pace);
  }

  /** Newcomers are told what they are until they have finished a game, or as was chosen. */
  get tells(): boolean {
    return this.#told ?? !this.#finished;
  }

  tell(on: boolean): void {
    this.#told = on;
    keep("who", on);
  }

  /** A game has come to its end at this screen. */
  finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    keep("finished", true);
  }

  turnShortcuts(on: boolean): void {
    this.shortcuts = on;
    keep("shortcuts", on);
  }

  /** What is liked at a table: what was said for it, else what holds for all (null). */
  likes(table: string | null): Likes {
    const liked = (like: keyof Likes): boolean =>
      (table === null ? null : this.#said(`${like}.${table}`)) ?? this.#said(like) ?? USUAL[like];
    return { sound: liked("sound"), notices: liked("notices"), always: liked("always") };
  }

  like(table: string | null, like: keyof Likes, on: boolean): void {
    const name = table === null ? like : `${like}.${table}`;
    this.#turned.set(name, on);
    keep(name, on);
  }

  #said(name: string): boolean | null {
    return this.#turned.get(name) ?? kept(name);
  }

  #show(): void {
    document.documentElement.dataset["theme"] = this.shade;
  }
}

function keptTheme(): Theme {
  const theme = localStorage.getItem("rondel.theme");
  return THEMES.find((known) => known === theme) ?? "system";
}

function keptPace(): Pace {
  const pace = localStorage.getItem("rondel.pace");
  return PACES.find((known) => known === pace) ?? "brisk";
}

function kept(name: string): boolean | null {
  const value = localStorage.getItem(`rondel.${name}`);
  return value === null ? null : value === "on";
}

const keep = (name: string, on: boolean): void =>
  localStorage.setItem(`rondel.${name}`, on ? "on" : "off");

export const preferences = new Preferences();
