import { Button } from "@loyalty/ui/button";
import { formatDay } from "@loyalty/ui/formats";
import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { staffTexts } from "../texts/staff.ts";
import { type DayRange, DayRangeField } from "./day-range.tsx";
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
  onChange: (days: DayRange) => void;
}

/** Narrows a list to some days: a button with them, which opens the two fields and the usual times. */
export function DaysFilter({ days, onChange }: DaysFilterProps) {
  const { t } = useTranslation(staffTexts);
  const [typed, setTyped] = useState<DayRange | null>(null);
  const { first = "", last = "" } = typed ?? days;
  const isWrong = isDay(first) && isDay(last) && last < first;
  const choose = (chosen: DayRange) => {
    setTyped(chosen);
    const isReadable = [chosen.first, chosen.last].every((day) => day === "" || isDay(day));
    if (isReadable && !(chosen.first && chosen.last && chosen.last < chosen.first))
      onChange(chosen);
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
          error={isWrong ? t("day.wrongOrder") : undefined}
          onChange={choose}
        />
        <Button variant="ghost" onClick={() => choose({ first: "", last: "" })}>
          {t("day.any")}
        </Button>
      </Popover.Content>
    </Popover.Root>
  );
}

function saidDays({ first, last }: Partial<DayRange>): string {
  if (first && first === last) return formatDay(first);
  if (!first && !last) return "";
  return `${first ? formatDay(first) : ""} – ${last ? formatDay(last) : ""}`.trim();
}
