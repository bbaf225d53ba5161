import "./parts/storage.ts";
import "./theme/fonts/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { preferredLanguage, text } from "./i18n.svelte.ts";
import { embedIn } from "./router.svelte.ts";

await text.use(preferredLanguage());

const target = document.getElementById("app");
if (target) mount(App, { target });

// What works while the page is closed, or has no line; on the first visit it comes after the page.
// A frame of another site needs none.
const { serviceWorker } = navigator as Partial<Navigator>;
const framed = embedIn(location.pathname);
if (import.meta.env.PROD && !framed && serviceWorker && !serviceWorker.controller) {
  void serviceWorker.register("/worker.js");
  void serviceWorker.ready.then(() => import("./worker/first.ts"));
}
