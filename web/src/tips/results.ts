/** Tips about the result: places, points of bonds, what ended the game. */

import { money, t } from "../i18n.svelte.ts";
import { factsOf, type Maker, nameOf, played } from "./making.ts";
import { playerOf } from "./players.ts";

/** What the bonds of a nation bring a player: interest times factor. */
export const points: Maker = (scene, subject) => {
  const [nation = "", ...rest] = subject.split("/");
  const player = rest.join("/");
  const told = playerOf(scene, player);
  const interest = told?.bond_interest[nation] ?? 0;
  const factor = factsOf(scene, nation)?.power_factor ?? 0;
  return {
    name: t("tips.points_name"),
    nation: nation || null,
    whose: told ? `${played(scene, player)} · ${nameOf(scene, nation)}` : "",
    value: told ? String(told.bond_score[nation] ?? 0) : "",
    rows: told
      ? [
          { label: t("panels.interest"), value: money(interest) },
          { label: t("tips.row_factor"), value: `×${factor}` },
        ]
      : [],
    follows: t("tips.points_next"),
    rules: { clause: "R-SCO-1", title: t("panels.score") },
  };
};

export const rank: Maker = (scene, player) => ({
  name: t("tips.rank_name"),
  whose: player ? played(scene, player) : "",
  follows: t("tips.rank_next"),
  rules: { clause: "R-SCO-3", title: t("panels.score") },
});

export const end: Maker = (scene) => ({
  name: t("tips.end_name"),
  rows: scene.info.facts.nations.map(({ id }) => ({
    label: nameOf(scene, id),
    how: String(scene.position.snapshot.power[id] ?? 0),
    value: `×${factsOf(scene, id)?.power_factor ?? 0}`,
  })),
  rules: { clause: "R-END-1", title: t("panels.power") },
});
