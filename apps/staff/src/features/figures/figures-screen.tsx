import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { Button } from "@loyalty/ui/button";
import { QueryResult } from "@loyalty/ui/query-result";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { type DayRange, DayRangeField } from "../../components/day-range.tsx";
import { OutletFilter } from "../../components/filters.tsx";
import { FilterBar, Page } from "../../components/page.tsx";
import { isDay } from "../../components/typed-day.ts";
import { figuresTexts } from "../../texts/figures.ts";
import { FigureRowsDialog, type OpenFigure } from "./figure-rows.tsx";
import { FigureTables } from "./figure-tables.tsx";
import { type FiguresQuery, useFigures } from "./queries.ts";

const DAY_MS = 86_400_000;
/** How many days at once (the API's features/figures/service.py). */
const MAX_DAYS = 366;
const USUAL_DAYS = 30;

const daysFrom = (first: string, last: string) =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** What is wrong with the days of two fields; null: nothing. */
function rangeProblem(first: string, last: string): "noDay" | "wrongOrder" | "tooManyDays" | null {
  if (!isDay(first) || !isDay(last)) return "noDay";
  const days = daysFrom(first, last);
  if (days < 1) return "wrongOrder";
  return days <= MAX_DAYS ? null : "tooManyDays";
}

/** What the address asks for: `?first=2026-11-01&last=2026-11-27&outlet=3`; by default the last 30 days. */
function askedIn(search: URLSearchParams): FiguresQuery {
  const [first, last] = [search.get("first") ?? "", search.get("last") ?? ""];
  const outletId = Number(search.get("outlet"));
  const isAsked = rangeProblem(first, last) === null;
  return {
    first: isAsked ? first : malaysianDate(new Date(Date.now() - (USUAL_DAYS - 1) * DAY_MS)),
    last: isAsked ? last : malaysianDate(),
    ...(outletId > 0 && { outletId }),
  };
}

/** /figures: what the programme did on some days, with the rows that each figure was made of. */
export default function FiguresScreen() {
  const { t } = useTranslation(figuresTexts);
  const [search, setSearch] = useSearchParams();
  const asked = askedIn(search);
  const [days, setDays] = useState({ first: asked.first, last: asked.last });
  const [opened, setOpened] = useState<OpenFigure | null>(null);
  const query = useFigures(asked);
  const problem = rangeProblem(days.first, days.last);

  const ask = ({ first, last, outletId }: FiguresQuery) =>
    setSearch({ first, last, ...(outletId && { outlet: String(outletId) }) }, { replace: true });
  // Days that cannot be asked for stay in their fields, and the figures before in sight.
  const choose = (chosen: DayRange) => {
    setDays(chosen);
    if (rangeProblem(chosen.first, chosen.last) === null) ask({ ...asked, ...chosen });
  };
  return (
    <Page
      title={t("title")}
      action={
        <Button variant="outline" disabled={!query.data} onClick={() => print()}>
          {t("print")}
        </Button>
      }
    >
      <FilterBar label={t("filter")}>
        <DayRangeField
          {...days}
          labels={{ first: t("first"), last: t("last") }}
          error={problem ? t(problem, { days: MAX_DAYS }) : undefined}
          onChange={choose}
        />
        <OutletFilter
          outletId={asked.outletId}
          onChange={(outletId) => ask({ ...asked, outletId })}
        />
      </FilterBar>
      {query.isPlaceholderData && <p role="status">{t("loadingOthers")}</p>}
      <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="24rem">
        {(figures) => <FigureTables figures={figures} onOpen={setOpened} />}
      </QueryResult>
      {opened && <FigureRowsDialog figure={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}
