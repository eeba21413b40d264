import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { Button } from "@loyalty/ui/button";
import textStyles from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";

import { daysAfter, lengthOf, RANGES, rangesOf } from "../../components/day-range.tsx";
import { DaysFilter, saidDays, useDaysInAddress } from "../../components/days-filter.tsx";
import { OutletFilter, useOutletInAddress } from "../../components/filters.tsx";
import { FilterBar } from "../../components/page.tsx";
import { Segments } from "../../components/segments.tsx";
import { useMe } from "../../queries/session.tsx";
import { reportsTexts } from "../../texts/reports.ts";
import { staffTexts } from "../../texts/staff.ts";
import type { Figures, FiguresQuery } from "./queries.ts";

/** How many days at once (the API's backoffice/reports/figures.py). */
const MAX_DAYS = 366;
/** Four weeks, whose weekdays are those of the four weeks before. */
const USUAL_DAYS = 28;

/** What the address asks for: `?first=2026-11-01&last=2026-11-27&outlet=3`; by default the last four weeks of all outlets. */
export function usePeriod(): FiguresQuery {
  const [{ first = "", last = "" }] = useDaysInAddress();
  const outletId = useOutletInAddress();
  const today = malaysianDate();
  const length = lengthOf({ first, last });
  const days =
    length >= 1 && length <= MAX_DAYS
      ? { first, last }
      : { first: daysAfter(today, 1 - USUAL_DAYS), last: today };
  return { ...days, ...(outletId && { outletId }) };
}

/** What chooses the days and the outlet of a report, and its print. */
export function PeriodBar({ asked }: { asked: FiguresQuery }) {
  const { t } = useTranslation(reportsTexts);
  const { t: ofAll } = useTranslation(staffTexts);
  const [, setDays] = useDaysInAddress();
  const ranges = rangesOf(malaysianDate());
  return (
    <FilterBar
      label={t("filter")}
      end={
        <Button variant="outline" onClick={() => print()}>
          {t("print")}
        </Button>
      }
    >
      <DaysFilter days={asked} maxDays={MAX_DAYS} without={t("usual")} onChange={setDays} />
      <Segments
        label={ofAll("day.range")}
        options={RANGES.map((id) => {
          const { first, last } = ranges[id];
          return {
            id,
            name: ofAll(`day.${id}`),
            isOn: first === asked.first && last === asked.last,
          };
        })}
        onChoose={(id) => setDays(ranges[id])}
      />
      <OutletFilter />
    </FilterBar>
  );
}

interface PeriodLineProps {
  figures: Pick<Figures, "isEveryOutlet" | "beforeFirst" | "beforeLast"> & { asked: FiguresQuery };
  /** Whether the figures in sight are of the days before, while those that were asked for load. */
  isOld: boolean;
}

/** Of which days and outlets the figures are, and what they are compared with. */
export function PeriodLine({ figures, isOld }: PeriodLineProps) {
  const { t } = useTranslation(reportsTexts);
  const { t: ofAll } = useTranslation(staffTexts);
  const { asked, isEveryOutlet, beforeFirst, beforeLast } = figures;
  const outlet = useMe().data?.outlets.find(({ id }) => id === asked.outletId)?.name;
  return (
    <>
      <p className={textStyles.note}>
        {t("period", {
          days: saidDays(asked),
          before: saidDays({ first: beforeFirst, last: beforeLast }),
          outlet: outlet ?? (isEveryOutlet ? ofAll("allOutlets") : t("own")),
        })}
      </p>
      {isOld && <p role="status">{t("loadingOthers")}</p>}
    </>
  );
}
