import { endOf, type Hours, type Weekday, WEEKDAYS } from "@loyalty/content/opening-hours";
import type { TFunction } from "i18next";
import * as v from "valibot";

import type { contentTexts } from "../../texts/content.ts";

/** How many pairs of hours a day may have (the API's features/content/schemas.py). */
export const MAX_HOURS_A_DAY = 3;
/** When hours end at the latest that go on after midnight. */
const LATEST_NIGHT_END = "12:00";

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const MINUTES_OF_A_DAY = 24 * 60;

/** The hours of a day: each pair begins after the one before it has ended; the last may end on the next day, by noon. */
export function hoursRule(t: TFunction<typeof contentTexts>) {
  const time = v.pipe(v.string(), v.nonEmpty(t("problem.missing")));
  const pair = v.pipe(
    v.object({ opens: time, closes: time }),
    v.forward(
      v.partialCheck(
        [["opens"], ["closes"]],
        ({ opens, closes }) => opens < closes || closes <= LATEST_NIGHT_END,
        t("problem.closesAfter"),
      ),
      ["closes"],
    ),
  );
  return v.pipe(
    v.array(pair),
    v.maxLength(MAX_HOURS_A_DAY, t("problem.many", { most: MAX_HOURS_A_DAY })),
    v.rawCheck<Hours[]>(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { value } = dataset;
      for (const [index, hours] of value.entries()) {
        const before = value[index - 1];
        if (!before || minutesOf(hours.opens) > endOf(before)) continue;
        const path = { origin: "value" } as const;
        addIssue({
          message: t("problem.overlap"),
          path: [
            { ...path, type: "array", input: value, key: index, value: hours },
            { ...path, type: "object", input: { ...hours }, key: "opens", value: hours.opens },
          ],
        });
      }
    }),
  );
}

/** The hours of a week: a night ends before the next day begins, and some day has hours. */
export function weekRule(t: TFunction<typeof contentTexts>) {
  const day = hoursRule(t);
  const days = Object.fromEntries(WEEKDAYS.map((each) => [each, day])) as Record<
    Weekday,
    typeof day
  >;
  return v.pipe(
    v.object(days),
    v.check(
      (week) => Object.values(week).some((hours) => hours.length > 0),
      t("problem.neverOpen"),
    ),
    v.check(
      (week) =>
        WEEKDAYS.every((today, index) => {
          const last = week[today].at(-1);
          const [next] = week[WEEKDAYS[(index + 1) % WEEKDAYS.length]!];
          const nightEnd = last ? endOf(last) - MINUTES_OF_A_DAY : 0;
          return !next || nightEnd <= 0 || minutesOf(next.opens) > nightEnd;
        }),
      t("problem.nightOverlap"),
    ),
  );
}
