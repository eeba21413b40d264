import { messageOf } from "@loyalty/api-client/errors";
import { senOf } from "@loyalty/api-client/rules/points";
import { formatDate, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { useTranslation } from "react-i18next";

import type { Column } from "../../components/desk-table.tsx";
import { MemberLink } from "../../components/member-link.tsx";
import { RowsDialog } from "../../components/rows-dialog.tsx";
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
  return (
    <RowsDialog
      title={title}
      description={t(source.table === "balances" ? "rowsNow" : "rowsOf", {
        first: formatDate(days.first),
        last: formatDate(days.last),
      })}
      query={useFigureRows(days, source)}
      columns={useColumns(source)}
      loading={t("loading")}
      failed={t("failed")}
      empty={t("rowsEmpty")}
      more={t("more")}
      footer={<Download query={{ ...days, ...source }} of={title} />}
      onClose={onClose}
    />
  );
}

function useColumns(source: FigureSource): Column<FigureRow>[] {
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
