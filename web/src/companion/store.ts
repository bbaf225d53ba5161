/** The games on cardboard that this browser keeps. */

/** What is kept of a game: as `Table.saved` of the engine writes it. */
export interface Saved {
  id: string;
  name: string;
  created_at: number;
  changed_at: number;
  record: { game: "imperial2030" | "imperial"; players: string[]; actions: unknown[] };
  /** What waits to be entered again; null while nothing is put right. */
  before: unknown;
}

const NAME = "rondel-companion";
const GAMES = "games";

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
  });
}

async function within<T>(
  mode: IDBTransactionMode,
  act: (games: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const base = await opened();
  try {
    const transaction = base.transaction(GAMES, mode);
    const finished = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("no room"));
    });
    const [result] = await Promise.all([done(act(transaction.objectStore(GAMES))), finished]);
    return result;
  } finally {
    base.close();
  }
}

const changed = ({ changed_at }: Partial<Saved>): number => changed_at ?? 0;

/** All games, the last one that was played first; what is no game any more is among them. */
export async function all(): Promise<Saved[]> {
  const everything = (store: IDBObjectStore) => store.getAll() as IDBRequest<Saved[]>;
  const games = await within<Saved[]>("readonly", everything);
  return games.toSorted((a, b) => changed(b) - changed(a));
}

export const find = (id: string): Promise<Saved | undefined> =>
  within<Saved | undefined>("readonly", (store) => {
    return store.get(id) as IDBRequest<Saved | undefined>;
  });

/** Keeps a game. Raises what the browser says if there is no room. */
export const keep = async (game: Saved): Promise<void> => {
  await within("readwrite", (store) => store.put(game));
};

export const remove = async (id: string): Promise<void> => {
  await within("readwrite", (store) => store.delete(id));
};
