/** How a picture lies in the viewer: its scale and how far its middle is from the stage's, in px. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** A point of the stage, in px from its middle. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How far the viewer zooms (spec 001 §2, Membership page). */
export const MIN_SCALE = 0.5;
export const MAX_SCALE = 3;
/** What a double tap zooms to, and back from. */
const TAPPED_SCALE = 2;

export const FITTED: View = { scale: 1, x: 0, y: 0 };

const clamped = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The view zoomed by a factor, within its limits, with the point under the fingers staying where it is. */
export function zoomed(view: View, factor: number, at: Point = { x: 0, y: 0 }): View {
  const scale = clamped(view.scale * factor, MIN_SCALE, MAX_SCALE);
  const ratio = scale / view.scale;
  return {
    scale,
    x: at.x - (at.x - view.x) * ratio,
    y: at.y - (at.y - view.y) * ratio,
  };
}

/** The scales that buttons and keys lead through; the picture's own size is one of them, from either side. */
const STEPS = [MIN_SCALE, 0.75, 1, 1.25, 1.5, 2, 2.5, MAX_SCALE] as const;
/** Nearer than this to a step, shown as the same percentage, counts as on it. */
const ON_A_STEP = 0.005;

/** The view at the next step in or out, about its middle. */
export function stepped(view: View, direction: "in" | "out"): View {
  const next =
    direction === "in"
      ? STEPS.find((step) => step > view.scale + ON_A_STEP)
      : STEPS.findLast((step) => step < view.scale - ON_A_STEP);
  return next === undefined ? view : zoomed(view, next / view.scale);
}

/** What a double tap does: 1 becomes 2, and whatever is zoomed in becomes 1. */
export function toggled(view: View, at: Point): View {
  return view.scale > 1 ? FITTED : zoomed(view, TAPPED_SCALE / view.scale, at);
}

/** The view moved along, if it is zoomed in. */
export function panned(view: View, by: Point): View {
  return view.scale > 1 ? { ...view, x: view.x + by.x, y: view.y + by.y } : view;
}

/**
 * The view with its picture in sight: where it is larger than the stage its edges stay outside, otherwise it lies in
 * the middle.
 *
 * @param picture its size at scale 1
 */
export function inSight(view: View, picture: Size, stage: Size): View {
  const room = (inside: number, outside: number) =>
    Math.max(0, (inside * view.scale - outside) / 2);
  const across = room(picture.width, stage.width);
  const along = room(picture.height, stage.height);
  return {
    scale: view.scale,
    x: clamped(view.x, -across, across),
    y: clamped(view.y, -along, along),
  };
}
