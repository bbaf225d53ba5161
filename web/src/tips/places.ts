/** Tips about what is on the map: places, units, factories and cities, flags. */

import type { NationId, RegionId, Units } from "../api/told.ts";
import { listed } from "../board/describing.ts";
import { factoriesOf, flagsOf, type Shape } from "../board/pieces.ts";
import { money, t } from "../i18n.svelte.ts";
import { factsOf, type Maker, nameOf, ofNation, type Scene, type Sum } from "./making.ts";

const regionName = ({ words }: Scene, region: RegionId): string =>
  words.regions[region]?.name ?? region;

/** What taxation brings for a factory or a flag; nothing before anybody governs. */
const taxed = (scene: Scene, of: "per_factory" | "per_flag", nation?: NationId): Sum[] => {
  const nations = nation ? [nation] : Object.keys(scene.position.facts.nations);
  const sum = nations.map((one) => factsOf(scene, one)?.tax_sum).find((one) => one);
  return sum ? [{ label: t("tips.row_tax"), value: money(sum[of]) }] : [];
};

// Places ------------------------------------------------------------------------------------------

type Kind = "home" | "land" | "sea";
const CLAUSES: Record<Kind, string> = { home: "R-CON-9", land: "R-FLG-4", sea: "R-FLT-4" };

/** `place/mongolia/land`: what kind of place it is, and what stands there. */
export const place: Maker = (scene, subject) => {
  const [region, kind] = subject.split("/") as [RegionId, Kind];
  const canal = canalAt(scene, region);
  const { game } = scene.position.snapshot;
  return {
    name: regionName(scene, region),
    ...ofNation(scene, homeOf(scene, region)),
    sentence: t(`tips.${kind}`, { game }),
    rows: [...unitRows(scene, region), ...flagRows(scene, region), ...taxRows(scene, kind)],
    follows: canal ? t("tips.canal", { canal }) : t(`tips.${kind}_next`, { game }),
    rules: {
      clause: canal ? "R-CAN-2" : CLAUSES[kind],
      title: canal || t(`tips.name_${kind}`),
    },
  };
};

const homeOf = ({ info }: Scene, region: RegionId): NationId =>
  info.facts.home_provinces.find(({ id }) => id === region)?.nation ?? "";

const taxRows = (scene: Scene, kind: Kind): Sum[] =>
  kind === "home" ? [] : taxed(scene, "per_flag");

function unitRows(scene: Scene, region: RegionId): Sum[] {
  const { units, game } = scene.position.snapshot;
  return Object.entries(units).flatMap(([nation, places]) => {
    const there: Units | undefined = places[region];
    const told = there ? listed(there, game) : "";
    return told ? [{ label: nameOf(scene, nation), value: told }] : [];
  });
}

function flagRows(scene: Scene, region: RegionId): Sum[] {
  const { snapshot } = scene.position;
  const flag = flagsOf(snapshot).find((one) => one.region === region);
  if (!flag) return [];
  const label = t("tips.name_flag", { game: snapshot.game });
  return [{ label, value: nameOf(scene, flag.nation) }];
}

/** The canal that is controlled by who has the flag of a region; nothing for most. */
function canalAt({ info, words }: Scene, region: RegionId): string {
  const canals = (info.facts["canals"] ?? []) as { id: string; controlled_by: RegionId }[];
  const found = canals.find(({ controlled_by }) => controlled_by === region);
  return found ? (words.canals[found.id]?.name ?? "") : "";
}

// Units -------------------------------------------------------------------------------------------

type Sort = Shape | "port";
const MOVES: Record<Sort, string> = {
  army: "R-ARM-1",
  hostile: "R-HOM-2",
  friendly: "R-HOM-3",
  fleet: "R-FLT-1",
  port: "R-FLT-2",
};

/** `unit/mongolia/russia/army`: what it is and does; `port` is a fleet that has not left yet. */
export const unit: Maker = (scene, subject) => {
  const [region, nation, sort] = subject.split("/") as [RegionId, NationId, Sort];
  const { units, game } = scene.position.snapshot;
  const there: Units = units[nation]?.[region] ?? {};
  const isFleet = sort === "fleet" || sort === "port";
  return {
    name: t(isFleet ? "tips.name_fleet" : "tips.name_army", { game }),
    ...ofNation(scene, nation),
    sentence: t(`tips.unit_${sort}`, { game }),
    rows: [{ label: regionName(scene, region), value: listed(there, game) }],
    follows: t("tips.unit_next"),
    rules: {
      clause: MOVES[sort],
      title: scene.words.slots["maneuver_1"]?.name ?? "",
    },
  };
};

// Cities and flags --------------------------------------------------------------------------------

/** `city/beijing/armaments`: the factory that stands there, or could. */
export const city: Maker = (scene, subject) => {
  const [region, kind] = subject.split("/") as [RegionId, "armaments" | "shipyard"];
  const { snapshot } = scene.position;
  const built = factoriesOf(snapshot).find((one) => one.region === region);
  const nation = built?.nation ?? homeOf(scene, region);
  return {
    name: t(built ? `tips.name_${kind}` : "tips.name_city"),
    ...ofNation(scene, nation),
    sentence: t(built ? `tips.${kind}` : `tips.city_${kind}`, { game: snapshot.game }),
    rows: built ? taxed(scene, "per_factory", nation) : [],
    follows: built?.occupier
      ? t("tips.occupied_by", { nation: nameOf(scene, built.occupier) })
      : t(built ? "tips.free_factory" : "tips.city_next"),
    rules: { clause: built ? "R-PRO-1" : "R-FAC-1", title: t("panels.factories") },
  };
};

/** `flag/mongolia`: whose it is, and what it brings. */
export const flag: Maker = (scene, region) => {
  const { snapshot } = scene.position;
  const found = flagsOf(snapshot).find((one) => one.region === region);
  const nation = found?.nation ?? "";
  const left = factsOf(scene, nation)?.supply.flags;
  return {
    name: t("tips.name_flag", { game: snapshot.game }),
    ...ofNation(scene, nation),
    value: regionName(scene, region),
    rows: [
      ...taxed(scene, "per_flag", nation),
      ...(left === undefined ? [] : [{ label: t("tips.row_left"), value: String(left) }]),
    ],
    follows: t("tips.flag_next"),
    rules: { clause: "R-FLG-7", title: t("tips.name_flag", { game: snapshot.game }) },
  };
};
