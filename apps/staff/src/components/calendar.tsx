import { formatDay } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { DayPicker } from "react-day-picker";

import styles from "./calendar.module.css";

interface CalendarProps {
  /** `2026-11-27`, or empty. */
  day: string;
  /** The days that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}

const MONDAY = 1;

/** A day of the calendar as the browser's clock has it: days have no time zone here. */
const dateOf = (day: string) => new Date(`${day}T00:00:00`);

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** A month of days, in the reader's language, moved through by the arrow keys. It is loaded when it is opened. */
export default function Calendar({ day, min, max, onChoose }: CalendarProps) {
  const inWords = (style: Intl.DateTimeFormatOptions) => (date: Date) =>
    new Intl.DateTimeFormat(i18n.language, style).format(date);
  const month = inWords({ month: "long", year: "numeric" });
  const weekday = inWords({ weekday: "long" });
  const selected = day === "" ? undefined : dateOf(day);
  return (
    <DayPicker
      mode="single"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to choose a day
      autoFocus
      weekStartsOn={MONDAY}
      fixedWeeks
      selected={selected}
      {...(selected && { defaultMonth: selected })}
      disabled={[
        ...(min ? [{ before: dateOf(min) }] : []),
        ...(max ? [{ after: dateOf(max) }] : []),
      ]}
      onSelect={(date) => onChoose(date ? dayOf(date) : day)}
      formatters={{
        formatCaption: month,
        formatWeekdayName: inWords({ weekday: "narrow" }),
      }}
      labels={{
        labelGrid: month,
        labelDayButton: (date) => `${weekday(date)}, ${formatDay(dayOf(date))}`,
        labelWeekday: weekday,
        labelNext: (next) => (next ? month(next) : ""),
        labelPrevious: (previous) => (previous ? month(previous) : ""),
      }}
      classNames={{
        root: styles.calendar!,
        month_caption: styles.caption!,
      }}
    />
  );
}
