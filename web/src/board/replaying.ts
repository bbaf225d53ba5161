/** The board after each event, so that what happened can be shown step by step. */

import type { NationId, RegionId, Snapshot, Units } from "../api/told.ts";
import type { BoardEvent, Moved, Stance, Unit } from "./events.ts";

const fieldOf = (unit: Unit, stance: Stance | null): keyof Units =>
  unit === "fleet" ? "fleets" : stance ? `${stance}_armies` : "armies";

/** The same position with units of a nation added in a region, or taken away. */
function withUnits(
  snapshot: Snapshot,
  nation: NationId,
  region: RegionId,
  field: keyof Units,
  by: number,
): Snapshot {
  const own = snapshot.units[nation] ?? {};
  const count = Math.max(0, (own[region]?.[field] ?? 0) + by);
  const units = { ...own, [region]: { ...own[region], [field]: count } };
  return { ...snapshot, units: { ...snapshot.units, [nation]: units } };
}

type Places = "flags" | "factories";

function withPlace(snapshot: Snapshot, what: Places, nation: NationId, region: RegionId): Snapshot {
  const places = [...(snapshot[what][nation] ?? []), region];
  return { ...snapshot, [what]: { ...snapshot[what], [nation]: places } };
}

function withoutPlace(
  snapshot: Snapshot,
  what: Places,
  nation: NationId,
  region: RegionId,
): Snapshot {
  const places = (snapshot[what][nation] ?? []).filter((place) => place !== region);
  return { ...snapshot, [what]: { ...snapshot[what], [nation]: places } };
}

/** The unit has left and is on its way. */
export const departed = (snapshot: Snapshot, { nation, unit, stance, origin }: Moved): Snapshot =>
  withUnits(snapshot, nation, origin, fieldOf(unit, stance), -1);

/** An army takes a stance in place of another, or of none. */
function turned(
  snapshot: Snapshot,
  { nation, region }: { nation: NationId; region: RegionId },
  before: Stance | null,
  stance: Stance,
): Snapshot {
  const left = withUnits(snapshot, nation, region, fieldOf("army", before), -1);
  return withUnits(left, nation, region, fieldOf("army", stance), 1);
}

/** The board after an event. */
export function after(snapshot: Snapshot, event: BoardEvent): Snapshot {
  switch (event.event) {
    case "unit_moved":
      return withUnits(
        departed(snapshot, event),
        event.nation,
        event.target,
        fieldOf(event.unit, null),
        1,
      );
    case "army_entered":
      return turned(snapshot, event, null, event.stance);
    case "stance_changed":
      return turned(
        snapshot,
        event,
        event.stance === "hostile" ? "friendly" : "hostile",
        event.stance,
      );
    case "battle_fought": {
      const { nation, region, unit, stance, enemy, enemy_unit, enemy_stance } = event;
      const left = withUnits(snapshot, nation, region, fieldOf(unit, stance), -1);
      return withUnits(left, enemy, region, fieldOf(enemy_unit, enemy_stance), -1);
    }
    case "unit_produced":
    case "unit_imported":
      return withUnits(snapshot, event.nation, event.region, fieldOf(event.unit, null), 1);
    case "factory_destroyed": {
      const { nation, region, owner, hostile_armies, friendly_armies } = event;
      const left = withUnits(snapshot, nation, region, "hostile_armies", -hostile_armies);
      const spent = withUnits(left, nation, region, "friendly_armies", -friendly_armies);
      return withoutPlace(spent, "factories", owner, region);
    }
    case "factory_built":
      return withPlace(snapshot, "factories", event.nation, event.region);
    case "flag_placed":
      return withPlace(snapshot, "flags", event.nation, event.region);
    case "flag_lost":
      return withoutPlace(snapshot, "flags", event.nation, event.region);
  }
}
