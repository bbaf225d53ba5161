/** This browser as a channel for notices: asking for leave, and telling the server where it is. */

import { post } from "../api/client.ts";
import type { ChannelTold } from "../api/generated/types.gen.ts";

export const WORKER = "/worker.js";

/** Whether this browser can be reached when the page is closed. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Whether its owner has said no, which only he can change. */
export const isBlocked = (): boolean => canPush() && Notification.permission === "denied";

/** The subscription of this browser, if there is one. */
export async function subscribed(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const known = await navigator.serviceWorker.getRegistration("/");
  return (await known?.pushManager.getSubscription()) ?? null;
}

/** Adds this browser; its owner is asked, so it must follow a click. False if he says no. */
export async function subscribe(key: string, name: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // One that was made for another key, of another server, is of no use here.
  if (known && !isFor(known, key)) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  const made = await pushManager.subscribe(options);
  const { endpoint, keys } = made.toJSON();
  await post<ChannelTold>("/api/me/notices/channels", {
    kind: "push",
    name,
    address: endpoint,
    keys: { p256dh: keys?.["p256dh"], auth: keys?.["auth"] },
  });
  return true;
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const known = subscription.options.applicationServerKey;
  return known !== null && String(new Uint8Array(known)) === String(bytes(key));
}

/** What the server calls an address that it does not show. */
export async function markOf(address: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
  return hex.join("").slice(0, 16);
}

export function bytes(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

/** What a browser is called to begin with. */
export function browserName(agent: string): string {
  const named = (names: string[]): string => names.find((name) => agent.includes(name)) ?? "";
  const browser = named(["Firefox", "Edg", "OPR", "Chrome", "Safari"]) || "Browser";
  const told = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  const system = named(["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"]);
  return [told, system].filter(Boolean).join(", ");
}
