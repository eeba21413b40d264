import { personOf } from "@loyalty/api-client/rules/records";
import { formatDateTime, formatDay, formatNumber } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { Chip } from "../../components/chip.tsx";
import { QueryTable } from "../../components/desk-table.tsx";
import { Section } from "../../components/page.tsx";
import type { Schema } from "../../queries/requests.ts";
import { reconcileTexts } from "../../texts/reconcile.ts";
import { useOutletDays } from "./queries.ts";

type OutletDay = Schema<"OutletDay">;

/** The days of the last week with bills, by outlet: which were compared with a file of sales, and what differed. */
export function OutletDays() {
  const { t } = useTranslation(reconcileTexts);
  return (
    <Section title={t("days.title")}>
      <QueryTable
        name="outlet-days"
        query={useOutletDays()}
        caption={t("days.title")}
        loading={t("days.loading")}
        failed={t("days.failed")}
        empty={t("days.empty")}
        rowKey={({ outletId, day }) => `${outletId} ${day}`}
        columns={[
          {
            id: "outlet",
            head: t("outlet"),
            cell: ({ outletName }) => outletName,
            isTitle: true,
            sortBy: ({ outletName }) => outletName,
          },
          {
            id: "day",
            head: t("day"),
            cell: ({ day }) => formatDay(day),
            sortBy: ({ day }) => day,
          },
          {
            id: "bills",
            head: t("days.bills"),
            cell: ({ bills }) => formatNumber(bills),
            isNumber: true,
            sortBy: ({ bills }) => bills,
          },
          {
            id: "status",
            head: t("days.status"),
            cell: statusOf,
            fileAs: ({ comparedAt, differing }) =>
              comparedAt === null
                ? t("days.not")
                : differing
                  ? t("days.differing", { count: differing })
                  : t("days.reconciled"),
            sortBy: ({ comparedAt, differing }) => (comparedAt === null ? -1 : (differing ?? 0)),
          },
          {
            id: "by",
            head: t("days.by"),
            cell: comparedBy,
            sortBy: ({ comparedAt }) => comparedAt ?? "",
          },
        ]}
      />
    </Section>
  );
}

const statusOf = (day: OutletDay) => <Status day={day} />;

function Status({ day: { comparedAt, differing } }: { day: OutletDay }) {
  const { t } = useTranslation(reconcileTexts);
  if (comparedAt === null) return <Chip kind="warn">{t("days.not")}</Chip>;
  if (differing) return <Chip kind="info">{t("days.differing", { count: differing })}</Chip>;
  return <Chip kind="ok">{t("days.reconciled")}</Chip>;
}

const comparedBy = ({ comparedAt, comparedBy: operator }: OutletDay) =>
  comparedAt && operator ? `${personOf(operator)}, ${formatDateTime(comparedAt)}` : null;
