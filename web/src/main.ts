import "./theme/fonts/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { preferredLanguage, text } from "./i18n.svelte.ts";

await text.use(preferredLanguage());

const target = document.getElementById("app");
if (target) mount(App, { target });

if (import.meta.env.PROD) void navigator.serviceWorker?.register("/worker.js");
