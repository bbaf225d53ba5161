/** What the server pushes, and what becomes of it on the screen. */

export interface Pushed {
  event: "decision" | "soon" | "digest" | "trial" | "decided";
  /** What is pushed twice with the same id is one message. */
  id: string;
  tables: string[];
  title: string;
  body: string;
  path: string;
}

/** What of a registration is used. */
export interface Screen {
  showNotification(title: string, options: NotificationOptions): Promise<void>;
  getNotifications(filter?: { tag?: string }): Promise<Notification[]>;
}

const ICON = "/icon-192.png";

/** Of one table one notice is seen at a time. */
const tagOf = ({ tables, id }: Pushed): string => (tables.length === 1 ? tables[0]! : id);

/** Shows what is pushed, or takes back what was shown. */
export async function actOn(pushed: Pushed, screen: Screen): Promise<void> {
  if (pushed.event === "decided") await takeBack(pushed, screen);
  else await show(pushed, screen);
}

async function show(pushed: Pushed, screen: Screen): Promise<void> {
  const { title, body, path, id } = pushed;
  await screen.showNotification(title, {
    body,
    icon: ICON,
    badge: ICON,
    tag: tagOf(pushed),
    data: { path, id },
  });
}

/** A browser wants something to be shown for every push: it is shown without a sound, and closed. */
async function takeBack(pushed: Pushed, screen: Screen): Promise<void> {
  const shown = await screen.getNotifications();
  const mine = shown.filter((notice) => idOf(notice.data) === pushed.id);
  const tag = mine[0]?.tag ?? `over-${pushed.id}`;
  await screen.showNotification(pushed.title, { tag, silent: true, data: { id: pushed.id } });
  for (const notice of await screen.getNotifications({ tag })) notice.close();
}

const idOf = (data: unknown): unknown => (data as { id?: unknown } | null)?.id;

/** Where a notice leads: only to a page of ours. */
export function pathOf(data: unknown): string {
  const path = (data as { path?: unknown } | null)?.path;
  return typeof path === "string" && /^\/(?!\/)/.test(path) ? path : "/";
}
