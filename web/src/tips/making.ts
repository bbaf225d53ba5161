/** What tips are made of, and the words that many of them share. */

import type { NationFacts, NationId, PlayerId, Position, Words } from "../api/told.ts";
import { t } from "../i18n.svelte.ts";
import type { GameInfo } from "../state/library.ts";

/** A row of a sum. */
export interface Sum {
  label: string;
  /** How the value comes about, "4 × 2 M". */
  how?: string;
  value: string;
  /** It comes afterwards, and is no part of the figure itself. */
  then?: boolean;
}

export interface Tip {
  name: string;
  /** Whose figure it is. */
  nation: NationId | null;
  whose: string;
  value: string;
  sentence: string;
  rows: Sum[];
  follows: string;
  /** Null where the rules of the game say nothing of it. */
  rules: { clause: string; title: string } | null;
}

/** What tips are made of: all of it was sent by the server. */
export interface Scene {
  info: GameInfo;
  words: Words;
  position: Pick<Position, "snapshot" | "facts" | "viewer" | "choices" | "refused">;
}

/** What a kind of figure has of its own. */
export type Part = Pick<Tip, "name" | "rules"> & Partial<Tip>;
export type Maker = (scene: Scene, subject: string) => Part;

export const nameOf = ({ words }: Scene, nation: NationId): string =>
  words.nations[nation]?.name ?? nation;
export const taxation = ({ words }: Scene): string => words.slots["taxation"]?.name ?? "";
export const investor = ({ words }: Scene): string => words.slots["investor"]?.name ?? "";
export const isClassic = ({ info }: Scene): boolean => info.id === "imperial";
export const played = ({ position }: Scene, player: PlayerId | null | undefined): string =>
  player === position.viewer && player !== null ? t("common.you") : (player ?? "–");

/** Whose figure it is, where that is a nation's; a term of a heading is nobody's. */
export const ofNation = (scene: Scene, nation: string): Pick<Tip, "nation" | "whose"> =>
  nation ? { nation, whose: nameOf(scene, nation) } : { nation: null, whose: "" };

export const factsOf = ({ position }: Scene, nation: string): NationFacts | undefined =>
  position.facts.nations[nation];
