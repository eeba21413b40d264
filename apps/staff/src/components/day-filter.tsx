import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { Button } from "@loyalty/ui/button";
import { formatDay } from "@loyalty/ui/formats";
import { CalendarDays } from "lucide-react";
import { Popover } from "radix-ui";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import { rangesOf } from "./day-range.tsx";
import { useTextInAddress } from "./filters.tsx";
import menu from "./menu.module.css";
import styles from "./page.module.css";
import { isDay } from "./typed-day.ts";

const Calendar = lazy(() => import("./calendar.tsx"));

/** The day of the address, `?day=2026-11-27`; undefined: today. */
export function useDayInAddress(): [string | undefined, (day: string) => void] {
  const [day, choose] = useTextInAddress("day");
  const today = malaysianDate();
  return [
    isDay(day) && day < today ? day : undefined,
    (chosen) => choose(chosen < today ? chosen : ""),
  ];
}

/** Chooses the day of a page, today or an earlier one: a button with it, which opens a calendar. */
export function DayFilter() {
  const { t } = useTranslation(staffTexts);
  const [day, chooseDay] = useDayInAddress();
  const [isOpen, setOpen] = useState(false);
  const { today, yesterday } = rangesOf(malaysianDate());
  const choose = (chosen: string) => {
    chooseDay(chosen);
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={styles.days} data-on={day ? true : undefined}>
        <CalendarDays aria-hidden="true" size={14} />
        <span>{day ? formatDay(day) : t("day.today")}</span>
      </Popover.Trigger>
      <Popover.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label={t("day.calendar")}
        className={`${menu.menu} ${menu.panel}`}
      >
        <Button variant="ghost" onClick={() => choose(today.first)}>
          {t("day.today")}
        </Button>
        <Button variant="ghost" onClick={() => choose(yesterday.first)}>
          {t("day.yesterday")}
        </Button>
        <Suspense fallback={<p>{t("day.loading")}</p>}>
          <Calendar day={day ?? today.first} max={today.first} onChoose={choose} />
        </Suspense>
      </Popover.Content>
    </Popover.Root>
  );
}
