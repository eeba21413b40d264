import { formatClock } from "../i18n/formats.ts";
import { useTexts } from "../i18n/i18n.ts";
import { locationsTexts } from "../texts/locations.ts";
import { groupsOf, type Hours, type SameHours, type Week } from "./opening-hours.ts";

/**
 * Gives the hours of a week as lines to read, in the reader's language: `10:00 AM - 10:00 PM daily` where every day has
 * the same pair, else a line for days that follow each other and are equal.
 */
export function useHoursInWords(): (week: Week) => string[] {
  const t = useTexts(locationsTexts);
  const pair = ({ opens, closes }: Hours) =>
    t("pair", { opens: formatClock(opens), closes: formatClock(closes) });
  const line = ({ days, hours }: SameHours) => {
    const [first, last] = [days[0]!, days.at(-1)!];
    return t("hoursOfDays", {
      days:
        first === last
          ? t(`weekdays.${first}`)
          : t("days", { first: t(`weekdays.${first}`), last: t(`weekdays.${last}`) }),
      hours: hours.length > 0 ? hours.map(pair).join(", ") : t("closedAllDay"),
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
