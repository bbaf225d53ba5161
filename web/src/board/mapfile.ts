/** The file a map comes in: written by tools/maps.ts, read by map.ts. */

import type { RegionId } from "../api/told.ts";

export type Point = [x: number, y: number];

/** What lies on both sides of a line. */
export type LineKind = "coast" | "sea" | "edge" | "province" | "nation" | "region" | "frame";

/** A line between two places, in tenths: where it begins, then steps. */
export type Arc = number[];

/** Numbers of arcs one after the other; ~n is arc n backwards. */
export type Ring = number[];

export interface LabelBox {
  x: number;
  y: number;
  w: number;
  h: number;
  size: number;
}

export interface RegionFile {
  kind: "home" | "land" | "sea";
  nation?: string;
  /** One ring each: the outer lines first. */
  outer: Ring[];
  holes?: Ring[];
  labels: LabelBox[];
  anchor: Point;
  /** The second place of a sea that lies on both edges of the map. */
  mirror?: Point;
  slots: Point[];
  flag: Point;
  city?: { at: Point; kind: "armaments" | "shipyard" };
  /** Where fleets lie in port, and in which sea. */
  port?: { at: Point; sea: RegionId };
  tint?: number;
  /** A larger shape to hit for regions that are small. */
  hit?: string;
}

export interface MapFile {
  size: Point;
  arcs: Arc[];
  lines: Record<LineKind, number[]>;
  regions: Record<RegionId, RegionFile>;
  /** What is drawn and cannot be entered. */
  background: { id: string; surface: "land" | "ice" | "water"; rings: Ring[] }[];
  lakes: string;
  graticule: string;
  canals: { id: string; at: Point; d: string }[];
  straits: { open: boolean; marked: boolean; rail: boolean; line: [Point, Point] }[];
}
