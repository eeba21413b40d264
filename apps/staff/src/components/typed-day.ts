import { AHEAD_OF_UTC_MS, UTC_OFFSET } from "@loyalty/api-client/group";
import { formatClock, formatDay } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import * as v from "valibot";

import { staffTexts } from "../texts/staff.ts";

/** A day as it is sent, `2026-11-27`. */
const DAY = /^\d{4}-\d\d-\d\d$/;
/** A day and a time as they are sent, on the group's clock: `2026-11-27T19:34`. */
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/;

/** Whether this is a day as it is sent, which is in the calendar. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** Whether this is a day and a time as they are sent. */
export const isMoment = (text: string): boolean => {
  const [, day = "", clock = ""] = MOMENT.exec(text) ?? [];
  return isDay(day) && clock < "24:00" && clock.slice(3) < "60";
};

/** The rule of a day of a form, which may be left empty unless another rule follows. */
export const dayRule = () =>
  v.pipe(
    v.string(),
    v.check((day) => day === "" || isDay(day), i18n.t("day.noDay", { ns: staffTexts })),
  );

export const momentRule = () =>
  v.pipe(v.string(), v.check(isMoment, i18n.t("day.noMoment", { ns: staffTexts })));

/** A moment as a field has it, on the group's clock. */
export const typedMoment = (moment: Date): string =>
  new Date(moment.getTime() + AHEAD_OF_UTC_MS).toISOString().slice(0, "2026-11-27T19:34".length);

/** A moment of a field as it is sent: what is typed is the group's time, wherever the browser is. */
export const sentMoment = (typed: string): string => `${typed}:00${UTC_OFFSET}`;

/** A day as it is read, `27 Nov 2026`; what is none, as it was typed. */
export const writtenDay = (value: string): string => (isDay(value) ? formatDay(value) : value);

/** A moment as it is read, `27 Nov 2026, 7:34 PM`; what is none, as it was typed. */
export function writtenMoment(value: string): string {
  if (!isMoment(value)) return value;
  const [day = "", clock = ""] = value.split("T");
  return `${formatDay(day)}, ${formatClock(clock)}`;
}

/**
 * A day that was typed as `27 Nov 2026` in the user's language or in English, `27/11/2026` or `2026-11-27`, as it is
 * sent; null: it is none.
 */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  const [, year, month, day] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? inOurOrder(text) ?? [];
  if (!year || !month || !day) return null;
  const found = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(found) ? found : null;
}

/** A moment that was typed as a day and a time, `27/11/2026 19:34` or `27 Nov 2026, 7:34 PM`, as it is sent. */
export function readMoment(typed: string): string | null {
  const [, before = "", first = "", hours = "", minutes = "", second = ""] =
    /^(.+?)[T,\s]\s*(\D*?)\s*(\d{1,2})[:.](\d\d)\s*(\D*)$/u.exec(typed.trim()) ?? [];
  const half = plain(first || second);
  const isAfternoon = half !== "" && halves("pm").includes(half);
  if (half !== "" && !isAfternoon && !halves("am").includes(half)) return null;
  const hour = half === "" ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  const found = `${readDay(before.replace(/,$/, ""))}T${String(hour).padStart(2, "0")}:${minutes}`;
  return isMoment(found) ? found : null;
}

/** Year, month and day of `27/11/2026` and `27 Nov 2026`. */
function inOurOrder(text: string): [string, string, string, string] | null {
  const [, day = "", name = "", year = ""] =
    /^(\d{1,2})[\s/.-]+(\d{1,2}|\D+?)[\s/.,-]+(\d{4})$/u.exec(text) ?? [];
  const month = /^\d+$/.test(name) ? Number(name) : monthCalled(name);
  return month === 0 ? null : ["", year, String(month), day];
}

/** The number of a month, by its name or at least three characters of it; 0: there is none. */
function monthCalled(name: string): number {
  const wanted = plain(name);
  const isCalled = (month: string) =>
    plain(month) === wanted || (wanted.length >= 3 && plain(month).startsWith(wanted));
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  return (
    months.find((month) =>
      (["long", "short"] as const).some((style) =>
        partsIn("month", new Date(Date.UTC(2026, month - 1)), { month: style }).some(isCalled),
      ),
    ) ?? 0
  );
}

/** How the halves of the day are written: `pm`, and in Malay `ptg`. */
const halves = (half: "am" | "pm") =>
  partsIn("dayPeriod", new Date(Date.UTC(2026, 0, 1, half === "am" ? 6 : 15)), {
    hour: "numeric",
    hour12: true,
  }).map(plain);

/** A part of a date, in the user's language and in English. */
const partsIn = (type: string, date: Date, style: Intl.DateTimeFormatOptions): string[] =>
  [i18n.language, "en"].flatMap((language) =>
    new Intl.DateTimeFormat(language, { day: "numeric", ...style, timeZone: "UTC" })
      .formatToParts(date)
      .filter((part) => part.type === type)
      .map(({ value }) => value),
  );

const plain = (text: string) => text.toLowerCase().replace(/[.\s]/g, "");
