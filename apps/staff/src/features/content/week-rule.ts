import { endOf, type Hours, type Weekday, WEEKDAYS } from "@loyalty/ui/content/opening-hours.ts";
import * as v from "valibot";

import type { contentTexts } from "../../texts/content.ts";

/** How many pairs of hours a day may have (the API's features/content/schemas.py). */
export const MOST_HOURS_A_DAY = 3;

/** Each pair closes after it opens, a pair of a day begins after the one before it has ended, and some day has hours. */
export function weekRule(t: typeof contentTexts.t) {
  const time = v.pipe(v.string(), v.nonEmpty(t("problem.missing")));
  const pair = v.pipe(
    v.object({ opens: time, closes: time }),
    v.forward(
      v.partialCheck(
        [["opens"], ["closes"]],
        (hours) => hours.opens < endOf(hours),
        t("problem.closesAfter"),
      ),
      ["closes"],
    ),
  );
  const day = v.pipe(
    v.array(pair),
    v.maxLength(MOST_HOURS_A_DAY, t("problem.many", { most: MOST_HOURS_A_DAY })),
    v.rawCheck<Hours[]>(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { value } = dataset;
      for (const [index, hours] of value.entries()) {
        const before = value[index - 1];
        if (!before || hours.opens > endOf(before)) continue;
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
  );
}
