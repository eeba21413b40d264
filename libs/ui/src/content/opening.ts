import { malaysianClock } from "@loyalty/api-client";

import type { Outlet } from "./outlets.ts";

/** What the badge of an outlet says. Times and days are Malaysian: `22:00`, `2025-10-25`. */
export type Opening =
  | { state: "soon"; from: string }
  | { state: "open"; until: string }
  | { state: "closed"; opensAt: string; tomorrow: boolean };

/** How many days an outlet is called new, its first one included (docs/readings.md). */
const NEW_FOR_DAYS = 90;
const DAY_MS = 86_400_000;

/** Whether an outlet counts as new at a moment: from its announcement until the end of its ninetieth day. */
export function isNew({ openingDate }: Pick<Outlet, "openingDate">, now: Date): boolean {
  if (openingDate === undefined) return false;
  const since = Date.parse(malaysianClock(now).day) - Date.parse(openingDate);
  return since < NEW_FOR_DAYS * DAY_MS;
}

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
