/** A position of the rules as a table of one's own. */

import { post } from "../api/client.ts";
import type { TableTold } from "../api/generated/types.gen.ts";
import { Attempt } from "../state/attempt.svelte.ts";
import { myName, session } from "../state/session.svelte.ts";

export class Opening {
  readonly attempt = new Attempt();

  /** Opens a record as a study and goes there. */
  open(record: unknown, title: string, onopen: (href: string) => void): void {
    void this.attempt.make(async () => {
      await session.named(myName());
      const name = encodeURIComponent(title);
      const table = await post<TableTold>(`/api/records?name=${name}`, record);
      onopen(`/t/${table.id}`);
    });
  }
}
