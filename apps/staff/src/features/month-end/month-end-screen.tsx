import { currency } from "@loyalty/api-client/group";
import { messageOf } from "@loyalty/api-client/errors";
import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { senOf } from "@loyalty/api-client/rules/points";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { formatDateTime, formatDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { DayField } from "../../components/day-field.tsx";
import { DeskTable } from "../../components/desk-table.tsx";
import { Page } from "../../components/page.tsx";
import { saveFile } from "../../components/save-file.ts";
import { Segments } from "../../components/segments.tsx";
import { isDay } from "../../components/typed-day.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { monthEndTexts } from "../../texts/month-end.ts";
import { dayBefore, monthUntil, PRESETS } from "./days.ts";
import { EntriesDialog, type OpenMovement } from "./entries-dialog.tsx";
import styles from "./month-end.module.css";
import {
  type Days,
  type Liability,
  type Movement,
  useLiability,
  useLiabilityFile,
} from "./queries.ts";
import { RollChart } from "./roll-chart.tsx";
import { signed, signedMoney } from "../../components/signed.ts";

const MOVEMENTS: readonly Movement[] = ["earned", "spent", "expired", "corrected"];
const NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];

/** What the address asks for: `?first=2026-10-01&last=2026-10-31`; by default last month. */
function askedIn(search: URLSearchParams, today: string): Days {
  const [first, last] = [search.get("first") ?? "", search.get("last") ?? ""];
  return isDay(first) && isDay(last) && first <= last && last <= today
    ? { first, last }
    : PRESETS.lastMonth(today);
}

/** /month-end: what is owed to members for their points as at a day, and how it came from the day before the first. */
export default function MonthEndScreen() {
  const { t } = useTranslation(monthEndTexts);
  const [search, setSearch] = useSearchParams();
  const today = malaysianDate();
  const days = askedIn(search, today);
  const [typed, setTyped] = useState(days.last);
  const [opened, setOpened] = useState<OpenMovement | null>(null);
  const query = useLiability(days);
  const isWrong = !isDay(typed) || typed > today;
  const ask = (chosen: Days) => {
    setTyped(chosen.last);
    setSearch({ ...chosen }, { replace: true });
  };
  return (
    <Page title={t("title")} wide action={<Files days={days} isReady={query.isSuccess} />}>
      <div className={styles.bar}>
        <DayField
          label={t("asAt")}
          value={typed}
          max={today}
          error={isWrong ? t("noDay") : undefined}
          onChange={(last) => {
            setTyped(last);
            if (isDay(last) && last <= today) ask(monthUntil(last));
          }}
        />
        <Segments
          label={t("presets.title")}
          options={NAMES.map((id) => {
            const preset = PRESETS[id](today);
            const isOn = preset.first === days.first && preset.last === days.last;
            return { id, name: t(`presets.${id}`), isOn };
          })}
          onChoose={(name) => ask(PRESETS[name](today))}
        />
      </div>
      <QueryResult query={query} loading={t("loading")} failed={t("failed")} height="24rem">
        {(found) => <Report found={found} readAt={query.dataUpdatedAt} onOpen={setOpened} />}
      </QueryResult>
      {opened && <EntriesDialog days={days} movement={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function Files({ days, isReady }: { days: Days; isReady: boolean }) {
  const { t } = useTranslation(monthEndTexts);
  const { data: me } = useMe();
  const file = useLiabilityFile();
  const save = (format: "csv" | "xlsx") =>
    file.mutate(
      { ...days, format },
      {
        onSuccess(content) {
          saveFile(`liability-${days.last}.${format}`, content);
          showToast("success", t("fileDone"), 5);
        },
        onError: (error) => showToast("error", messageOf(error, t("fileFailed")), 8),
      },
    );
  const isSaving = (format: string) => file.isPending && file.variables.format === format;
  return (
    <>
      {hasPermission(me, "GET /staff/figures/file") && (
        <>
          <Button variant="outline" busy={isSaving("csv")} onClick={() => save("csv")}>
            CSV
          </Button>
          <Button variant="outline" busy={isSaving("xlsx")} onClick={() => save("xlsx")}>
            XLSX
          </Button>
        </>
      )}
      <Button disabled={!isReady} onClick={() => print()}>
        {t("print")}
      </Button>
    </>
  );
}

interface TableProps {
  found: Liability;
  onOpen: (movement: OpenMovement) => void;
}

/** `readAt`: when the figures were read, in ms. */
function Report({ found, readAt, onOpen }: TableProps & { readAt: number }) {
  const { t } = useTranslation(monthEndTexts);
  const { data: me } = useMe();
  const { first, last, points, amounts, rate, openVouchers, openVouchersWorth } = found;
  const day = formatDay(last);
  return (
    <>
      <header className={styles.paper}>
        <h2>{t("paper.title")}</h2>
        <p>{t("paper.asAt", { day })}</p>
        <p>
          {t("paper.printed", {
            time: formatDateTime(new Date(readAt).toISOString()),
            name: me?.name ?? "",
          })}
        </p>
      </header>
      <div className={styles.columns}>
        <Stack gap={4} className={styles.side}>
          <Stack
            as="section"
            gap={2}
            pad={4}
            className={`${surfaceStyles.panel} ${styles.card}`}
            aria-labelledby="owed"
          >
            <h2 id="owed" className={styles.quiet}>
              {t("owed", { day })}
            </h2>
            <p className={styles.sum}>{formatMoney(senOf(amounts.closing))}</p>
            <p className={textStyles.note}>
              {rate === null
                ? t("owedNoRate", { points: formatNumber(points.closing) })
                : t("owedHow", {
                    points: formatNumber(points.closing),
                    rate: `${currency.sign} ${formatNumber(Number(rate), { minimumFractionDigits: 4 })}`,
                  })}
            </p>
            <p className={textStyles.note}>{t("rateHow")}</p>
            {openVouchers > 0 && (
              <p className={textStyles.note}>
                {t("vouchers", {
                  number: formatNumber(openVouchers),
                  amount: formatMoney(senOf(openVouchersWorth)),
                })}
              </p>
            )}
          </Stack>
          <Stack as="section" gap={2} pad={4} className={`${surfaceStyles.panel} ${styles.card}`}>
            <h2 className={textStyles.md}>{t("roll", { first: formatDay(first), last: day })}</h2>
            <RollTable found={found} onOpen={(kind) => onOpen({ kind })} />
          </Stack>
          <Stack as="section" gap={2} pad={4} className={`${surfaceStyles.panel} ${styles.card}`}>
            <h2 className={textStyles.md}>{t("chart")}</h2>
            <RollChart points={points} />
          </Stack>
          {found.ties ? (
            <Alert kind="success">
              <p className={textStyles.strong}>{t("ties")}</p>
              {found.lastEntryAt && (
                <p>
                  {t("tiesHow", {
                    number: formatNumber(found.entryCount),
                    time: formatDateTime(found.lastEntryAt),
                  })}
                </p>
              )}
            </Alert>
          ) : (
            <Alert kind="error">{t("tiesNot")}</Alert>
          )}
        </Stack>
        <Stack
          as="section"
          gap={2}
          pad={4}
          className={`${surfaceStyles.panel} ${styles.card} ${styles.outlets}`}
        >
          <h2 className={textStyles.md}>{t("byOutlet")}</h2>
          <p className={textStyles.note}>{t("byOutletHow")}</p>
          <OutletTable found={found} onOpen={onOpen} />
        </Stack>
      </div>
      <footer className={styles.signatures}>
        <span>{t("paper.prepared")}</span>
        <span>{t("paper.checked")}</span>
        <span>{t("paper.date")}</span>
      </footer>
    </>
  );
}

function RollTable({ found, onOpen }: { found: Liability; onOpen: (kind: Movement) => void }) {
  const { t } = useTranslation(monthEndTexts);
  const { points, amounts } = found;
  const sum = (name: "opening" | "closing", day: string) => (
    <tr data-sum={name}>
      <th scope="row">{t(`lines.${name}`, { day: formatDay(day) })}</th>
      <td>{formatNumber(points[name])}</td>
      <td>{formatMoney(senOf(amounts[name]))}</td>
    </tr>
  );
  return (
    <table className={styles.roll}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("points")}</th>
          <th scope="col">{t("amount")}</th>
        </tr>
      </thead>
      <tbody>
        {sum("opening", dayBefore(found.first))}
        {MOVEMENTS.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {points[kind] === 0 ? (
                t(`lines.${kind}`)
              ) : (
                <Button variant="link" onClick={() => onOpen(kind)}>
                  {t(`lines.${kind}`)}
                </Button>
              )}
            </th>
            <td>{signed(points[kind])}</td>
            <td>{signedMoney(senOf(amounts[kind]))}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t("lines.rateChange")}</th>
          <td>0</td>
          <td>{signedMoney(senOf(amounts.rateChange))}</td>
        </tr>
        {sum("closing", found.last)}
      </tbody>
    </table>
  );
}

type OutletRow = Liability["outletList"][number];

function OutletTable({ found, onOpen }: TableProps) {
  const { t } = useTranslation(monthEndTexts);
  const { points, amounts } = found;
  const openEarned = ({ outletId, outletName, points: { earned } }: OutletRow) =>
    outletId === null || earned === 0 ? (
      signed(earned)
    ) : (
      <Button
        variant="link"
        aria-label={`${outletName}: ${t("lines.earned")} ${signed(earned)}`}
        onClick={() => onOpen({ kind: "earned", outletId, outletName: outletName ?? "" })}
      >
        {signed(earned)}
      </Button>
    );
  const nameOf = ({ outletName }: OutletRow) => outletName ?? t("noOutlet");
  const numbers = (["opening", ...MOVEMENTS, "closing"] as const).map((name) => {
    const written = name === "opening" || name === "closing" ? formatNumber : signed;
    return {
      id: name,
      head: t(`columns.${name}`),
      isNumber: true,
      cell: (row: OutletRow) => (name === "earned" ? openEarned(row) : written(row.points[name])),
      sortBy: (row: OutletRow) => row.points[name],
      foot: written(points[name]),
    };
  });
  return (
    <DeskTable
      name="month-end"
      // The page has the file, with the movements.
      onExport={null}
      rows={found.outletList}
      columns={[
        {
          id: "outlet",
          head: t("columns.outlet"),
          isTitle: true,
          cell: nameOf,
          sortBy: nameOf,
          foot: t("total"),
        },
        ...numbers,
        {
          id: "owed",
          head: t("columns.owed"),
          isNumber: true,
          cell: ({ owed }) => formatMoney(senOf(owed)),
          sortBy: ({ owed }) => senOf(owed),
          foot: formatMoney(senOf(amounts.closing)),
        },
      ]}
      caption={t("byOutlet")}
      empty=""
      rowKey={({ outletId }) => outletId ?? 0}
      density="tight"
    />
  );
}
