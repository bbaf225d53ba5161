/** Tips about rounds and turns: who comes next, the clock, the rondel. */

import { money, t } from "../i18n.svelte.ts";
import { investor, isClassic, type Maker, nameOf, played } from "./making.ts";

export const investorCard: Maker = (scene) => ({
  name: t("panels.investor_card"),
  value: scene.position.snapshot.investor_card ?? "",
  follows: t("tips.card_next"),
  rules: { clause: "R-INV-4", title: investor(scene) },
});

export const swissBank: Maker = (scene) => ({
  name: t("panels.swiss_bank"),
  value: scene.position.snapshot.swiss_banks.join(", "),
  rules: { clause: "R-SWI-1", title: t("panels.swiss_bank") },
});

export const round: Maker = (scene) => ({
  name: t("tips.round_name"),
  value: String(scene.position.snapshot.turn.round),
  rules: { clause: "R-TRN-1", title: t("tips.round_name") },
});

export const next: Maker = (scene) => ({
  name: t("panels.next"),
  rows: scene.position.facts.order.nations.slice(1).map(({ nation, player }) => ({
    label: nameOf(scene, nation),
    value: played(scene, player),
  })),
  rules: { clause: "R-TRN-1", title: t("tips.round_name") },
});

export const investors: Maker = (scene) => ({
  name: t("panels.investors"),
  rows: scene.position.facts.order.investors.map(({ player, nation }) => ({
    label: played(scene, player),
    value: nation ? nameOf(scene, nation) : "",
  })),
  rules: { clause: "R-INV-4", title: investor(scene) },
});

export const clock: Maker = () => ({
  name: t("tips.clock_name"),
  follows: t("tips.clock_next"),
  rules: null,
});

/** The clause of each action of the rondel. */
const ACTIONS = {
  factory: "R-FAC-1",
  production: "R-PRO-1",
  import: "R-IMP-1",
  maneuver: "R-MAN-1",
  investor: "R-INV-1",
  taxation: "R-TAX-1",
} as const;

const CLASSIC = { ...ACTIONS, taxation: "R-TAX-20" };

export const slot: Maker = (scene, id) => {
  const action = id.replace(/_\d$/, "") as keyof typeof ACTIONS;
  const name = scene.words.slots[id]?.name ?? id;
  const { choices, refused, snapshot } = scene.position;
  const told = choices.find(({ entry }) => entry.choice.slot === id)?.consequences;
  const reason = refused.find(({ choice }) => choice.slot === id);
  return {
    name,
    value: told ? (told.price > 0 ? money(told.price) : t("rondel.free")) : "",
    sentence: t(`tips.slot_${action}`, { game: snapshot.game }),
    rows: told?.rondel ? [{ label: t("tips.row_steps"), value: String(told.rondel.steps) }] : [],
    follows: reason?.sentence ?? (told?.rondel?.passes_investor ? t("tips.passes") : ""),
    rules: { clause: isClassic(scene) ? CLASSIC[action] : ACTIONS[action], title: name },
  };
};
