/** How the person at this screen likes it; kept in the browser. */

export type Theme = "system" | "light" | "dark";
export type Shade = "light" | "dark";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

class Preferences {
  theme = $state<Theme>(keptTheme());
  /** A sound when it is your decision. */
  sound = $state(kept("sound", true));
  /** Notices of the system while the page is hidden. */
  notices = $state(kept("notices", false));
  /** Keys that act without Ctrl or Alt. */
  shortcuts = $state(kept("shortcuts", true));

  #system = matchMedia("(prefers-color-scheme: dark)");
  #systemDark = $state(this.#system.matches);

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

  turn(name: "sound" | "notices" | "shortcuts", on: boolean): void {
    this[name] = on;
    localStorage.setItem(`rondel.${name}`, on ? "on" : "off");
  }

  #show(): void {
    document.documentElement.dataset["theme"] = this.shade;
  }
}

function keptTheme(): Theme {
  const theme = localStorage.getItem("rondel.theme");
  return THEMES.find((known) => known === theme) ?? "system";
}

function kept(name: string, usual: boolean): boolean {
  return (localStorage.getItem(`rondel.${name}`) ?? (usual ? "on" : "off")) === "on";
}

export const preferences = new Preferences();
