import { Button } from "@loyalty/ui/button";
import { formatDay } from "@loyalty/ui/formats";
import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { staffTexts } from "../texts/staff.ts";
import { type DayRange, DayRangeField, lengthOf } from "./day-range.tsx";
import menu from "./menu.module.css";
import styles from "./page.module.css";
import { isDay } from "./typed-day.ts";

/** The days that the address holds, `?first=2026-11-26&last=2026-11-27`; what is no day is left out. */
export function useDaysInAddress(): [Partial<DayRange>, (days: DayRange) => void] {
  const [search, setSearch] = useSearchParams();
  const [first, last] = [search.get("first") ?? "", search.get("last") ?? ""];
  const choose = (days: DayRange) =>
    setSearch(
      (before) => {
        for (const name of ["first", "last"] as const) {
          if (days[name] === "") before.delete(name);
          else before.set(name, days[name]);
        }
        return before;
      },
      { replace: true },
    );
  return [{ ...(isDay(first) && { first }), ...(isDay(last) && { last }) }, choose];
}

interface DaysFilterProps {
  days: Partial<DayRange>;
  /** Of a report: it has a first and a last day, and so many days at most. */
  maxDays?: number;
  /** What there is without days; by default any day. */
  without?: string;
  onChange: (days: DayRange) => void;
}

/** Narrows a list to some days: a button with them, which opens the two fields and the usual times. */
export function DaysFilter({ days, maxDays, without, onChange }: DaysFilterProps) {
  const { t } = useTranslation(staffTexts);
  const [typed, setTyped] = useState<DayRange | null>(null);
  const { first = "", last = "" } = typed ?? days;
  const isEmpty = (range: DayRange) => range.first === "" && range.last === "";
  const problemOf = (range: DayRange): string | undefined => {
    if (!isDay(range.first) || !isDay(range.last)) return undefined;
    if (range.last < range.first) return t("day.wrongOrder");
    if (maxDays && lengthOf(range) > maxDays) return t("day.tooMany", { days: maxDays });
    return undefined;
  };
  const choose = (chosen: DayRange) => {
    setTyped(chosen);
    const ends = [chosen.first, chosen.last];
    const isReadable =
      maxDays && !isEmpty(chosen)
        ? ends.every(isDay)
        : ends.every((day) => day === "" || isDay(day));
    if (isReadable && problemOf(chosen) === undefined) onChange(chosen);
  };
  return (
    <Popover.Root onOpenChange={() => setTyped(null)}>
      <Popover.Trigger className={styles.days} data-on={days.first || days.last ? true : undefined}>
        <CalendarDays aria-hidden="true" size={14} />
        <span>{saidDays(days) || t("day.any")}</span>
      </Popover.Trigger>
      <Popover.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label={t("day.range")}
        className={`${menu.menu} ${menu.panel}`}
      >
        <DayRangeField
          first={first}
          last={last}
          labels={{ first: t("day.from"), last: t("day.to") }}
          error={problemOf({ first, last })}
          onChange={choose}
        />
        <Button variant="ghost" onClick={() => choose({ first: "", last: "" })}>
          {without ?? t("day.any")}
        </Button>
      </Popover.Content>
    </Popover.Root>
  );
}

/** Some days in words: `26 Nov 2026 – 27 Nov 2026`; none: nothing. */
export function saidDays({ first, last }: Partial<DayRange>): string {
  if (first && first === last) return formatDay(first);
  if (!first && !last) return "";
  return `${first ? formatDay(first) : ""} – ${last ? formatDay(last) : ""}`.trim();
}
