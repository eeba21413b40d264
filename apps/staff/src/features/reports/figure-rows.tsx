import { messageOf } from "@loyalty/api-client/errors";
import { senOf } from "@loyalty/api-client/rules/points";
import { Dialog } from "@loyalty/ui/dialog";
import { formatDate, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "../../components/data-table.tsx";
import { MemberLink } from "../../components/member-link.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { saveFile } from "../../components/save-file.ts";
import { ExportMenu } from "../../components/table-view.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { reportsTexts } from "../../texts/reports.ts";
import {
  type FigureRow,
  type FigureSource,
  type FiguresQuery,
  type FigureTableQuery,
  useFigureRows,
  useFigureTable,
} from "./queries.ts";

/** The API's `45.90` ringgit as the user writes it. */
export const money = (ringgit: string) => formatMoney(senOf(ringgit));

export interface OpenFigure {
  title: string;
  days: FiguresQuery;
  source: FigureSource;
}

export function FigureRowsDialog({ figure, onClose }: { figure: OpenFigure; onClose: () => void }) {
  const { t } = useTranslation(reportsTexts);
  const { title, days, source } = figure;
  const query = useFigureRows(days, source);
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOverlay
      size="lg"
      title={title}
      description={t(source.table === "balances" ? "rowsNow" : "rowsOf", {
        first: formatDate(days.first),
        last: formatDate(days.last),
      })}
      footer={<Download query={{ ...days, ...source }} of={title} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard scrolls rows without a link */}
      <div role="group" aria-label={title} tabIndex={0}>
        <DataTable
          query={query}
          caption={title}
          loading={t("loading")}
          failed={t("failed")}
          empty={t("rowsEmpty")}
          rowKey={({ id }) => id}
          columns={useColumns(source)}
        />
        <MoreButton query={query} label={t("more")} />
      </div>
    </Dialog>
  );
}

function useColumns(source: FigureSource): ComponentProps<typeof DataTable<FigureRow>>["columns"] {
  const { t } = useTranslation(reportsTexts);
  const memberOf = ({ memberId }: FigureRow) => (
    <MemberLink memberId={memberId}>{memberId}</MemberLink>
  );
  const nameOf = ({ id, name }: FigureRow) => name ?? id;
  const dayOf = ({ at }: FigureRow) => (at === null ? null : formatDate(at));
  const points = {
    head: t("points"),
    cell: (row: FigureRow) => (row.points === null ? null : formatNumber(row.points)),
    isNumber: true,
  };
  const amount = {
    head: t(source.table === "vouchers" ? "value" : "amount"),
    cell: (row: FigureRow) => (row.amount === null ? null : money(row.amount)),
    isNumber: true,
  };
  const member = { head: t("member"), cell: memberOf };
  switch (source.table) {
    case "bills":
      return [
        { head: t("receipt"), cell: nameOf, isTitle: true },
        member,
        { head: t("day"), cell: dayOf },
        amount,
        points,
      ];
    case "vouchers":
      return [
        { head: t("reward"), cell: nameOf, isTitle: true },
        member,
        { head: t(source.figure === "used" ? "usedOn" : "madeOn"), cell: dayOf },
        points,
        amount,
      ];
    case "members":
      return [
        { ...member, isTitle: true },
        { head: t(source.figure === "left" ? "leftOn" : "joinedOn"), cell: dayOf },
      ];
    case "balances":
      return [{ ...member, isTitle: true }, points];
  }
}

/** Saves figures, or the rows of one, for a spreadsheet; `of` names them where a page has several of these buttons. */
export function Download({ query, of }: { query: FigureTableQuery; of: string }) {
  const { t } = useTranslation(reportsTexts);
  const { data: me } = useMe();
  const table = useFigureTable();
  if (!hasPermission(me, "GET /staff/figures/file")) return null;
  const save = (format: "csv" | "xlsx") =>
    table.mutate(
      { ...query, format },
      {
        onSuccess(file) {
          saveFile(`${query.table}-${query.first}-${query.last}.${format}`, file);
          showToast("success", t("fileDone"), 5);
        },
        onError: (error) => showToast("error", messageOf(error, t("fileFailed")), 8),
      },
    );
  return <ExportMenu of={of} isBusy={table.isPending} onChoose={save} />;
}
