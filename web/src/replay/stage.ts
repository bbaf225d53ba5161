/** What is on the screen while others' turns are shown. */

export { default as Caption } from "./Caption.svelte";
export { turnAloud } from "./saying.ts";
export { default as Transport } from "./Transport.svelte";
export { default as Waits } from "./Waits.svelte";
export { default as Watched } from "./Watched.svelte";
