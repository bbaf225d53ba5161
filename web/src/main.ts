import "@fontsource-variable/source-sans-3/wght.css";
import "@fontsource-variable/source-serif-4/wght.css";
import "@fontsource-variable/source-serif-4/wght-italic.css";
import "./theme/tokens.css";
import "./theme/base.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { preferredLanguage, text } from "./i18n.svelte.ts";

await text.use(preferredLanguage());

const target = document.getElementById("app");
if (target) mount(App, { target });
