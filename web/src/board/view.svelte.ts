/** Which part of the map is seen: pan, zoom and pinch, by d3-zoom. */

import { select, type Selection } from "d3-selection";
import { zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from "d3-zoom";

import type { Bounds, GameMap, Point } from "./map.ts";

const CLOSEST = 8;
/** How close the view goes by itself. */
const NEAR = 3;
/** So many pixels from its end are the edge of the frame. */
const EDGE = 32;
const STEP = 1.6;
const GLIDE = 220;
const SETTLE = 120;

export class View {
  /** Size of the frame on the screen. */
  width = $state(0);
  height = $state(0);
  /** Screen = map · scale + offset. */
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** The scale for which the map is painted and laid out: it follows when the view rests. */
  rest = $state(1);
  /** While fingers, wheel or a glide move the map. */
  moving = $state(false);

  /** The scale at which the whole board is seen. */
  readonly whole: number;
  readonly zoomed: boolean;

  #zoom: ZoomBehavior<HTMLElement, unknown>;
  #frame: Selection<HTMLElement, unknown, null, undefined> | null = null;
  #glide = 0;
  /** Where a glide leads. */
  #goal: ZoomTransform | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly map: GameMap) {
    this.whole = $derived(Math.min(this.width / map.width, this.height / map.height) || 1);
    this.zoomed = $derived(this.scale > this.whole * 1.02);
    this.#zoom = zoom<HTMLElement, unknown>()
      .clickDistance(5)
      .duration(0)
      .filter(isGesture)
      .translateExtent([
        [0, 0],
        [map.width, map.height],
      ])
      .on("start", () => (this.moving = true))
      .on("zoom", (event: { transform: ZoomTransform }) => this.#follow(event.transform))
      .on("end", () => this.#settle());
  }

  /** Listens to the frame; returns what stops it. */
  attach(frame: HTMLElement): () => void {
    this.#frame = select(frame);
    this.#frame.call(this.#zoom);
    return () => {
      cancelAnimationFrame(this.#glide);
      this.#frame?.on(".zoom", null);
    };
  }

  /** The frame has a new size: what was in the middle stays there. */
  resize(width: number, height: number): void {
    const first = this.width === 0;
    const whole = first || !this.zoomed;
    const middle = this.toMap([this.width / 2, this.height / 2]);
    this.width = width;
    this.height = height;
    this.#zoom.extent([
      [0, 0],
      [width, height],
    ]);
    const [least, most] = [this.whole, this.whole * CLOSEST];
    this.#zoom.scaleExtent([least, most]);
    if (whole) this.#jump(this.#centred(least, [this.map.width / 2, this.map.height / 2]));
    else this.#jump(this.#centred(clamp(this.scale, least, most), middle));
    this.rest = this.scale;
  }

  toMap([x, y]: Point): Point {
    return [(x - this.x) / this.scale, (y - this.y) / this.scale];
  }

  toScreen([x, y]: Point): Point {
    return [x * this.scale + this.x, y * this.scale + this.y];
  }

  /** Whether a place of the map is in the frame, and not at its edge. */
  sees(at: Point): boolean {
    const [x, y] = this.toScreen(at);
    return x > EDGE && y > EDGE && x < this.width - EDGE && y < this.height - EDGE;
  }

  /** Moves the view if a place is not in the frame. */
  reveal(at: Point): void {
    if (!this.sees(at)) this.#go(this.#centred(this.scale, at));
  }

  zoomIn = (): void => this.#by(STEP);
  zoomOut = (): void => this.#by(1 / STEP);
  home = (): void => this.#go(this.#centred(this.whole, [this.map.width / 2, this.map.height / 2]));

  /** Moves the view so that an area fills it, but not too close. */
  show(area: Bounds, glide = true, closest = NEAR): void {
    const [w, h] = [area.right - area.left, area.bottom - area.top];
    const room = Math.min(this.width / (w * 1.1 + 40), this.height / (h * 1.1 + 40));
    const scale = clamp(room, this.whole, this.whole * closest);
    const target = this.#centred(scale, [area.left + w / 2, area.top + h / 2]);
    if (glide) this.#go(target);
    else this.#jump(target);
  }

  /** Puts the middle of the view at a place of the map. */
  centre(at: Point): void {
    this.#jump(this.#centred(this.scale, at));
  }

  #by(factor: number): void {
    const middle = this.toMap([this.width / 2, this.height / 2]);
    const scale = (this.#goal?.k ?? this.scale) * factor;
    this.#go(this.#centred(clamp(scale, this.whole, this.whole * CLOSEST), middle));
  }

  #centred(scale: number, [x, y]: Point): ZoomTransform {
    return zoomIdentity
      .translate(this.width / 2 - x * scale, this.height / 2 - y * scale)
      .scale(scale);
  }

  #follow(transform: ZoomTransform): void {
    this.scale = transform.k;
    this.x = transform.x;
    this.y = transform.y;
  }

  #settle(): void {
    this.moving = false;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => (this.rest = this.scale), SETTLE);
  }

  #jump(transform: ZoomTransform): void {
    if (!this.#frame) return;
    const allowed = this.#zoom.constrain()(
      transform,
      [
        [0, 0],
        [this.width, this.height],
      ],
      this.#zoom.translateExtent(),
    );
    this.#frame.call((frame) => this.#zoom.transform(frame, allowed));
  }

  #go(target: ZoomTransform): void {
    cancelAnimationFrame(this.#glide);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#jump(target);
    const [from, start] = [this.toMap([this.width / 2, this.height / 2]), performance.now()];
    const to: Point = [
      (this.width / 2 - target.x) / target.k,
      (this.height / 2 - target.y) / target.k,
    ];
    const scale = this.scale;
    this.#goal = target;
    const tick = (now: number): void => {
      const part = 1 - (1 - Math.min(1, (now - start) / GLIDE)) ** 3;
      const between = (a: number, b: number): number => a + (b - a) * part;
      const k = scale * (target.k / scale) ** part;
      this.#jump(this.#centred(k, [between(from[0], to[0]), between(from[1], to[1])]));
      this.moving = part < 1;
      if (part < 1) this.#glide = requestAnimationFrame(tick);
      else this.#goal = null;
    };
    this.#glide = requestAnimationFrame(tick);
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** Whether the map follows: not on what floats over it, and no second click on a choice. */
function isGesture(event: Event): boolean {
  const { button = 0, ctrlKey } = event as Partial<MouseEvent>;
  if (button !== 0 || (ctrlKey && event.type !== "wheel")) return false;
  const target = event.target as Element;
  const second = event.type === "dblclick" || event.type === "touchend";
  return !target.closest(second ? "[data-own], .choosable" : "[data-own]");
}
