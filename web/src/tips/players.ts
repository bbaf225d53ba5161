/** Tips about players: cash, credit, payout, score. */

import type { Facts } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";
import {
  factsOf,
  investor,
  type Maker,
  nameOf,
  played,
  type Scene,
  type Sum,
  type Tip,
} from "./making.ts";

export const whoseIs = (scene: Scene, player: string): Pick<Tip, "whose"> => ({
  whose: player ? played(scene, player) : "",
});

export const playerOf = (
  { position }: Scene,
  player: string,
): Facts["players"][string] | undefined => position.facts.players[player];

/** An amount that may be secret; nothing for a term. */
const shown = (told: object | undefined, amount: number | null | undefined): string =>
  !told ? "" : amount === null || amount === undefined ? "•••" : money(amount);

export const player: Maker = () => ({
  name: t("panels.players"),
  rules: { clause: "R-SCO-1", title: t("panels.score") },
});

export const cash: Maker = (scene, player) => {
  const told = playerOf(scene, player);
  return {
    name: t("panels.cash"),
    ...whoseIs(scene, player),
    value: shown(told, told?.cash),
    follows: told?.cash === null ? t("tips.hidden") : t("tips.cash_next"),
    rules: { clause: "R-SCO-1", title: t("panels.score") },
  };
};

export const credit: Maker = (scene, subject) => {
  const [nation = "", ...rest] = subject.split("/");
  const player = rest.join("/");
  const amount = playerOf(scene, player)?.credit[nation];
  const held = scene.position.snapshot.bonds[player]?.[nation] ?? [];
  const bonds = scene.info.facts.bonds;
  return {
    name: t("panels.bonds_credit"),
    nation: nation || null,
    whose: player ? `${played(scene, player)} · ${nameOf(scene, nation)}` : "",
    value: amount === undefined ? "" : money(amount),
    rows: held.map((value) => ({
      label: t("tips.bond_name"),
      how: t("tips.bears", {
        amount: money(bonds.find((one) => one.value === value)?.interest ?? 0),
      }),
      value: money(value),
    })),
    follows: t("tips.government_next"),
    rules: { clause: "R-CON-6", title: t("panels.bonds") },
  };
};

export const payout: Maker = (scene, player) => {
  const told = playerOf(scene, player);
  return {
    name: t("panels.payout"),
    ...whoseIs(scene, player),
    value: shown(told, told?.interest),
    rows: Object.entries(told?.bond_interest ?? {}).map(([nation, amount]) => ({
      label: nameOf(scene, nation),
      value: money(amount),
    })),
    follows: t("tips.payout_next"),
    rules: { clause: "R-INT-1", title: investor(scene) },
  };
};

export const governs: Maker = (scene, player) => {
  const told = playerOf(scene, player);
  return {
    name: t("end.chart_control"),
    ...whoseIs(scene, player),
    value: told ? String(told.governs.length) : "",
    rows: (told?.governs ?? []).map((nation) => ({
      label: nameOf(scene, nation),
      value: money(told?.credit[nation] ?? 0),
    })),
    follows: t("tips.government_next"),
    rules: { clause: "R-CON-7", title: t("panels.government") },
  };
};

export const score: Maker = (scene, player) => {
  const told = playerOf(scene, player);
  return {
    name: t("panels.score"),
    ...whoseIs(scene, player),
    value: !told ? "" : told.score === null ? "•••" : String(told.score),
    rows: told ? scoreRows(scene, told) : [],
    follows: told?.score === null ? t("tips.hidden") : "",
    rules: { clause: "R-SCO-1", title: t("panels.score") },
  };
};

function scoreRows(scene: Scene, told: Facts["players"][string]): Sum[] {
  const rows = Object.entries(told.bond_interest).map(([nation, amount]) => ({
    label: nameOf(scene, nation),
    how: `${money(amount)} × ${factsOf(scene, nation)?.power_factor ?? 0}`,
    value: String(told.bond_score[nation] ?? 0),
  }));
  const own = { label: t("panels.cash"), value: told.cash === null ? "•••" : String(told.cash) };
  return [...rows, own];
}

// The table ---------------------------------------------------------------------------------------
