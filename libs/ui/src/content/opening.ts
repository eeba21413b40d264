import type { Outlet } from "./outlets.ts";

/** What the badge of an outlet says. Times and days are Malaysian: `22:00`, `2025-10-25`. */
export type Opening =
  | { state: "soon"; from: string }
  | { state: "open"; until: string }
  | { state: "closed"; opensAt: string; tomorrow: boolean };

const clock = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Asia/Kuala_Lumpur",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** The day and the time on the wall in Malaysia, whatever the device says. */
function inMalaysia(now: Date): { day: string; time: string } {
  const part = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}

/**
 * Whether an outlet is open at a moment: not before its opening date, then by its hours (spec 001 §2, Locations).
 * The closing minute itself counts as closed.
 */
export function openingOf(outlet: Pick<Outlet, "hours" | "openingDate">, now: Date): Opening {
  const { day, time } = inMalaysia(now);
  if (outlet.openingDate !== undefined && day < outlet.openingDate) {
    return { state: "soon", from: outlet.openingDate };
  }
  const { opens, closes } = outlet.hours;
  if (time < opens) return { state: "closed", opensAt: opens, tomorrow: false };
  if (time >= closes) return { state: "closed", opensAt: opens, tomorrow: true };
  return { state: "open", until: closes };
}
