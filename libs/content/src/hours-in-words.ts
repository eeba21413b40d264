import { formatClock, formatDay } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import {
  type ComingChange,
  groupsOf,
  type Hours,
  type SameHours,
  type Week,
  weekdayOf,
} from "./opening-hours.ts";
import { openingHoursTexts } from "./texts/opening-hours.ts";

/**
 * Returns the hours of a week as lines to read, in the user's language: `10:00 AM - 10:00 PM daily` where every day has
 * the same pair, else a line for days that follow each other and are equal.
 */
export function useHoursInWords(): (week: Week) => string[] {
  const { t } = useTranslation(openingHoursTexts);
  const inWords = usePairsInWords();
  const line = ({ days, hours }: SameHours) => {
    const [first, last] = [days[0]!, days.at(-1)!];
    return t("hoursOfDays", {
      days:
        first === last
          ? t(`weekdays.${first}`)
          : t("days", { first: t(`weekdays.${first}`), last: t(`weekdays.${last}`) }),
      hours: inWords(hours),
    });
  };
  return (week) => {
    const runs = groupsOf(week, "neighbours");
    const [{ hours }] = runs as [SameHours];
    const [{ opens, closes } = { opens: "", closes: "" }] = hours;
    if (runs.length > 1 || hours.length > 1) return runs.map(line);
    return [t("hours", { opens: formatClock(opens), closes: formatClock(closes) })];
  };
}

/** Returns the hours of a day as they are read: `11:00 AM - 3:00 PM, 6:00 PM - 2:00 AM`, or that it is closed. */
function usePairsInWords() {
  const { t } = useTranslation(openingHoursTexts);
  return (hours: readonly Hours[]): string =>
    hours
      .map(({ opens, closes }) =>
        t("pair", { opens: formatClock(opens), closes: formatClock(closes) }),
      )
      .join(", ") || t("closedAllDay");
}

/** Returns a day with its weekday: `Sat 28 Nov 2026`. */
export function useDayInWords(): (day: string) => string {
  const { t } = useTranslation(openingHoursTexts);
  return (day) =>
    t("weekdayAndDay", { weekday: t(`weekdays.${weekdayOf(day)}`), day: formatDay(day) });
}

/** Returns what changes soon as a line: `Closed Sat 28 Nov 2026: Hari Raya`, `Thu 24 Dec 2026: 10:00 AM - 5:00 PM`. */
export function useChangeInWords(): (change: ComingChange) => string {
  const { t } = useTranslation(openingHoursTexts);
  const inWords = usePairsInWords();
  const dayOf = useDayInWords();
  return ({ firstDay, lastDay, name, hours }) => {
    const [first, last] = [dayOf(firstDay), dayOf(lastDay)];
    const days = firstDay === lastDay ? first : t("days", { first, last });
    const change =
      hours.length === 0
        ? t("closedOn", { days })
        : t("hoursOfDays", { days, hours: inWords(hours) });
    return name === undefined ? change : t("changeBecause", { change, name });
  };
}
