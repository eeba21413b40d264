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
        query={useOutletDays()}
        caption={t("days.title")}
        loading={t("days.loading")}
        failed={t("days.failed")}
        empty={t("days.empty")}
        rowKey={({ outletId, day }) => `${outletId} ${day}`}
        columns={[
          { head: t("outlet"), cell: ({ outletName }) => outletName, isTitle: true },
          { head: t("day"), cell: ({ day }) => formatDay(day) },
          { head: t("days.bills"), cell: ({ bills }) => formatNumber(bills), isNumber: true },
          { head: t("days.status"), cell: statusOf },
          { head: t("days.by"), cell: comparedBy },
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
