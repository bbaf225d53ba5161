/**
 * Works for the page while it is closed, and while there is no line: shows what is pushed, and takes
 * it back; keeps what was loaded, and gives it when the server cannot.
 *
 * It is a file of its own, without any other part of the page, so that it can be kept by browsers.
 */

import { FILES, fileFrom, newestFrom, TOLD, type Way, wayOf } from "./keeping.ts";
import { actOn, pathOf, type Pushed } from "./pushes.ts";

/** What of a service worker is used here; the types of pages do not know it. */
interface Worker {
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    openWindow(url: string): Promise<unknown>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: string, heard: (event: Lasting) => void): void;
}
interface Client {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
  data?: { json(): unknown } | null;
  notification?: Notification;
  request?: Request;
  respondWith?(answer: Promise<Response>): void;
}

const worker = self as unknown as Worker;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request?.method !== "GET") return;
  const url = new URL(request.url);
  const way = url.origin === location.origin ? wayOf(url, request.mode === "navigate") : null;
  if (way) event.respondWith?.(answer(way, request, url));
});

async function answer(way: NonNullable<Way>, request: Request, url: URL) {
  const ask = (): Promise<Response> => fetch(request);
  switch (way) {
    case "file":
      return fileFrom(await caches.open(FILES), url, ask);
    case "page":
      // One document is shown at all addresses.
      return newestFrom(await caches.open(FILES), "/", ask);
    case "newest":
      return newestFrom(await caches.open(FILES), url.pathname, ask);
    case "told":
      return newestFrom(await caches.open(TOLD), url.pathname + url.search, ask);
  }
}

worker.addEventListener("push", (event) => {
  const pushed = event.data?.json() as Pushed | undefined;
  if (pushed) event.waitUntil(actOn(pushed, worker.registration));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification?.close();
  event.waitUntil(open(pathOf(event.notification?.data)));
});

/** Opens the page at a decision: in a window that shows it, in any other, or in a new one. */
async function open(path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((client) => client.url.split("#")[0] === url);
  const shown = there ?? (await led(windows, url));
  // A browser that lets nobody come to the front has the page there all the same.
  if (shown) await shown.focus().catch(() => undefined);
  else await worker.clients.openWindow(url);
}

/** The first window that lets itself be led there: one that was loaded past this worker does not. */
async function led(windows: Client[], url: string): Promise<Client | null> {
  for (const client of windows) {
    const isThere = await client.navigate(url).then(
      () => true,
      () => false,
    );
    if (isThere) return client;
  }
  return null;
}
