import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { Button } from "@loyalty/ui/button";
import { Cluster } from "@loyalty/ui/layout";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import { DayField } from "./day-field.tsx";
import styles from "./day-range.module.css";

/** The first and the last day of a time, both in it: `2026-11-27`, or empty. */
export interface DayRange {
  first: string;
  last: string;
}

const DAY_MS = 86_400_000;
const DAYS_OF_A_WEEK = 7;

/** The day so many days after another. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, "2026-11-27".length);

/** How many days there are, the first and the last included. */
export const lengthOf = ({ first, last }: DayRange): number =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** The times that people ask for, as of a day; a week begins on Monday. */
export function rangesOf(today: string) {
  const yesterday = daysAfter(today, -1);
  const sinceMonday = (new Date(today).getUTCDay() + DAYS_OF_A_WEEK - 1) % DAYS_OF_A_WEEK;
  const lastOfMonth = daysAfter(`${today.slice(0, 7)}-01`, -1);
  return {
    today: { first: today, last: today },
    yesterday: { first: yesterday, last: yesterday },
    thisWeek: { first: daysAfter(today, -sinceMonday), last: today },
    thisMonth: { first: `${today.slice(0, 7)}-01`, last: today },
    lastMonth: { first: `${lastOfMonth.slice(0, 7)}-01`, last: lastOfMonth },
  } satisfies Record<string, DayRange>;
}

export const RANGES = ["today", "yesterday", "thisWeek", "thisMonth", "lastMonth"] as const;

interface DayRangeFieldProps {
  first: string;
  last: string;
  labels: DayRange;
  /** What is wrong with the last day. */
  error?: string | undefined;
  onChange: (range: DayRange) => void;
}

/** From a day to a day, and the usual times in one tap. */
export function DayRangeField({ first, last, labels, error, onChange }: DayRangeFieldProps) {
  const { t } = useTranslation(staffTexts);
  const ranges = rangesOf(malaysianDate());
  return (
    <div className={styles.range}>
      <DayField
        label={labels.first}
        value={first}
        onChange={(day) => onChange({ first: day, last })}
      />
      <DayField
        label={labels.last}
        value={last}
        error={error}
        onChange={(day) => onChange({ first, last: day })}
      />
      <Cluster gap={1} className={styles.presets}>
        {RANGES.map((name) => (
          <Button
            key={name}
            variant="ghost"
            aria-pressed={ranges[name].first === first && ranges[name].last === last}
            onClick={() => onChange(ranges[name])}
          >
            {t(`day.${name}`)}
          </Button>
        ))}
      </Cluster>
    </div>
  );
}
