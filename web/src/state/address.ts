/** Where a table is found at the server, with what shows that we may see it. */

import { coaching } from "./coaching.svelte.ts";

/** What is asked for by name; names may come several times. */
export type Query = Record<string, string> | string[][];

export class Address {
  /** The seat that is looked from, null for none of several; undefined where none is named. */
  seat: number | null | undefined = coaching.seat ?? undefined;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {}

  /** Without more, as members of the table use it. */
  get api(): string {
    return `/api/tables/${this.id}`;
  }

  at(path: string, query: Query = {}): string {
    const more = this.query(query);
    return this.api + path + (more ? `?${more}` : "");
  }

  query(query: Query): string {
    const all = new URLSearchParams(query);
    if (this.invite) all.set("invite", this.invite);
    if (this.seat === null) all.set("shared", "true");
    else if (this.seat !== undefined) all.set("seat", String(this.seat));
    return all.toString();
  }
}
