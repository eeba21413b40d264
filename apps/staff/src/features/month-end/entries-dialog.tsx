import { senOf } from "@loyalty/api-client/rules/points";
import { formatDate, formatDay, formatMoney } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { MemberLink } from "../../components/member-link.tsx";
import { RowsDialog } from "../../components/rows-dialog.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { monthEndTexts } from "../../texts/month-end.ts";
import { type Days, type Movement, type PointEntry, usePointEntries } from "./queries.ts";
import { signed } from "../../components/signed.ts";

/** A movement whose entries somebody opens, of an outlet or of all. */
export interface OpenMovement {
  kind: Movement;
  outletId?: number;
  outletName?: string;
}

interface EntriesDialogProps {
  days: Days;
  movement: OpenMovement;
  onClose: () => void;
}

/** The entries of the ledger that a movement is the sum of, each with its bill. */
export function EntriesDialog({ days, movement, onClose }: EntriesDialogProps) {
  const { t } = useTranslation(monthEndTexts);
  const { data: me } = useMe();
  const { kind, outletId, outletName } = movement;
  const query = usePointEntries({ ...days, kind, ...(outletId && { outletId }) });
  const title = [outletName, t(`lines.${kind}`)].filter(Boolean).join(": ");
  const receiptOf = (receipt: string | null, remark: string) => {
    if (receipt === null) return remark;
    if (!hasPermission(me, "GET /staff/bill")) return receipt;
    return <Link to={`/bills?state=all&receipt=${encodeURIComponent(receipt)}`}>{receipt}</Link>;
  };
  const memberOf = ({ memberId }: PointEntry) => (
    <MemberLink memberId={memberId}>{memberId}</MemberLink>
  );
  return (
    <RowsDialog
      title={title}
      description={t("rows.days", { first: formatDay(days.first), last: formatDay(days.last) })}
      query={query}
      columns={[
        {
          head: t("rows.what"),
          cell: ({ receiptNumber, remark }) => receiptOf(receiptNumber, remark),
          isTitle: true,
        },
        { head: t("rows.day"), cell: ({ createdAt }) => formatDate(createdAt) },
        { head: t("rows.member"), cell: memberOf },
        {
          head: t("columns.outlet"),
          cell: (row) => me?.outlets.find(({ id }) => id === row.outletId)?.name ?? null,
        },
        {
          head: t("rows.amount"),
          cell: ({ amount }) => amount && formatMoney(senOf(amount)),
          isNumber: true,
        },
        { head: t("points"), cell: ({ points }) => signed(points), isNumber: true },
      ]}
      loading={t("rows.loading")}
      failed={t("rows.failed")}
      empty={t("rows.empty")}
      more={t("rows.more")}
      onClose={onClose}
    />
  );
}
