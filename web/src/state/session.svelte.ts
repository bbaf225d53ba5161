/** Who sits at this screen. */

import { ask, get, post } from "../api/client.ts";
import { t } from "../i18n.svelte.ts";

export interface Me {
  id: string;
  name: string;
  login: string | null;
  guest: boolean;
  /** Whether this person looks after the server. */
  admin: boolean;
}

interface Known {
  user: Me | null;
}

class Session {
  me = $state.raw<Me | null>(null);
  /** Whether the server has told who we are. */
  known = $state(false);

  /** Asks the server who we are. */
  async load(): Promise<void> {
    this.me = (await get<Known>("/api/me")).user;
    this.known = true;
  }

  /** Makes sure we have a name: a guest gets one at once. */
  async named(name: string): Promise<void> {
    if (!this.me) await this.rename(name);
  }

  async rename(name: string): Promise<void> {
    this.me = (await post<Known>("/api/me", { name })).user;
  }

  async openAccount(login: string, password: string): Promise<void> {
    this.me = (await post<Known>("/api/me/account", { login, password })).user;
  }

  async signIn(login: string, password: string): Promise<void> {
    forget();
    this.me = (await post<Known>("/api/session", { login, password })).user;
  }

  async signOut(): Promise<void> {
    await ask("DELETE", "/api/session");
    this.me = null;
    forget();
  }

  async signOutEverywhere(tokens: boolean): Promise<void> {
    await ask("DELETE", `/api/sessions?tokens=${tokens}`);
    this.me = null;
    forget();
  }

  /** Takes a new password by the secret of a link. */
  async resetPassword(secret: string, password: string): Promise<void> {
    this.me = (await post<Known>("/api/session/reset", { secret, password })).user;
  }

  /** Is forgotten, for good. */
  async leave(password: string | null): Promise<void> {
    await post("/api/me/delete", { password });
    this.me = null;
    forget();
  }

  async changePassword(old: string, now: string): Promise<void> {
    await ask("PUT", "/api/me/password", { old, new: now });
  }
}

/** What was told to one person is not for the next at this browser. */
const forget = (): void =>
  void (globalThis as Partial<typeof globalThis>).caches?.delete("rondel-told");

export const session = new Session();

let offered = sessionStorage.getItem("guest");

/** The name we have, or a friendly one to begin with, the same on every page. */
export function myName(): string {
  if (session.me) return session.me.name;
  if (offered === null) {
    const names = t("start.guests").split(", ");
    offered = names[Math.floor(Math.random() * names.length)] ?? "";
    sessionStorage.setItem("guest", offered);
  }
  return offered;
}
