import { malaysianClock } from "@loyalty/api-client";

import type { Outlet } from "./outlets.ts";

/** What the badge of an outlet says. Times and days are Malaysian: `22:00`, `2025-10-25`. */
export type Opening =
  | { state: "soon"; from: string }
  | { state: "open"; until: string }
  | { state: "closed"; opensAt: string; tomorrow: boolean };

/**
 * Whether an outlet is open at a moment: not before its opening date, then by its hours (spec 001 §2, Locations).
 * The closing minute itself counts as closed.
 */
export function openingOf(outlet: Pick<Outlet, "hours" | "openingDate">, now: Date): Opening {
  const { day, time } = malaysianClock(now);
  if (outlet.openingDate !== undefined && day < outlet.openingDate) {
    return { state: "soon", from: outlet.openingDate };
  }
  const { opens, closes } = outlet.hours;
  if (time < opens) return { state: "closed", opensAt: opens, tomorrow: false };
  if (time >= closes) return { state: "closed", opensAt: opens, tomorrow: true };
  return { state: "open", until: closes };
}
