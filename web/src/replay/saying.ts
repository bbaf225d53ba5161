/** What is said about others' turns: short enough to be read while it happens. */

import { t } from "../i18n.svelte.ts";
import type { Film } from "../state/film.svelte.ts";
import { captionOf, PARTS, sentencesOf } from "../state/parts.ts";

/** Sentences about one thing; of many the first, and how many more there are. */
export function saidOf(sentences: string[]): string {
  const { said, more } = captionOf(sentences);
  return more > 0 ? `${said} ${t("replay.more", { count: more })}` : said;
}

/** A turn as it is read aloud, in one go. */
export function turnAloud({ told }: Film): string {
  const sentences = sentencesOf(told);
  return PARTS.map((part) => saidOf(sentences[part]))
    .filter((said) => said !== "")
    .join(" ");
}
