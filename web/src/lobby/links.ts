/** Addresses of tables, and what people paste for them. */

const ADDRESS = /(?:\/t\/|^)([0-9a-f]{8,32})(?![0-9a-z])(?:\?\S*?\binvite=([\w-]+))?/;

/** The page of the table that a pasted link or code means; null if it means none. */
export function pageOf(pasted: string): string | null {
  const [, id, invite] = ADDRESS.exec(pasted.trim()) ?? [];
  if (!id) return null;
  return invite ? `/t/${id}?invite=${invite}` : `/t/${id}`;
}

/** The link to send to those who shall sit down. */
export function inviteLink(table: { id: string; invite: string | null }): string {
  const page = `${location.origin}/t/${table.id}`;
  return table.invite ? `${page}?invite=${table.invite}` : page;
}
