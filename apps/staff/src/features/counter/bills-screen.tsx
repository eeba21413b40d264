import { senOf } from "@loyalty/api-client/rules/points.ts";
import { formatMoney, formatTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { useState } from "react";
import { useNavigate } from "react-router";

import { DataTable } from "../../page/data-table.tsx";
import { ReasonDialog } from "../../page/form-dialog.tsx";
import { Page } from "../../page/page.tsx";
import { paths } from "../../paths.ts";
import { counterTexts } from "../../texts/counter.ts";
import { type ListedBill, useBillsOfToday, useTakeBack } from "./queries.ts";
import { useScanner } from "./use-scanner.ts";

const STATES = { 1: "bills.pending", 2: "bills.verified", 3: "bills.void" } as const;

/** /counter/bills: the outlet's bills of today; one's own can be taken back. */
export function CounterBillsScreen() {
  const t = useTexts(counterTexts);
  const query = useBillsOfToday();
  const navigate = useNavigate();
  useScanner(null, (text) => void navigate(paths.counter, { state: { scanned: text } }));
  const takeBack = useTakeBack();
  const [chosen, setChosen] = useState<ListedBill | null>(null);
  return (
    <Page title={t("bills.title")}>
      <DataTable
        query={query}
        caption={t("bills.title")}
        loading={t("bills.loading")}
        failed={t("bills.failed")}
        empty={t("bills.empty")}
        rowKey={({ memberEarn }) => memberEarn.id}
        columns={[
          {
            head: t("bill.receipt"),
            cell: ({ memberEarn }) => memberEarn.receiptNumber,
            isTitle: true,
          },
          { head: t("bills.time"), cell: ({ memberEarn }) => formatTime(memberEarn.createdAt) },
          {
            head: t("bills.amount"),
            cell: ({ memberEarn }) => formatMoney(senOf(memberEarn.amount)),
            isNumber: true,
          },
          { head: t("bills.by"), cell: ({ staffName }) => staffName ?? t("bills.till") },
          {
            head: t("bills.state"),
            cell: ({ memberEarn }) => t(STATES[memberEarn.statusId as keyof typeof STATES]),
          },
        ]}
        renderActions={(bill) =>
          bill.whyNoVoid === null &&
          bill.memberEarn.statusId !== 3 && (
            <Button variant="outline" size="lg" onClick={() => setChosen(bill)}>
              {t("bills.takeBack")}
            </Button>
          )
        }
      />
      {query.hasNextPage && (
        <Button
          variant="outline"
          size="lg"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("bills.more")}
        </Button>
      )}
      {chosen && (
        <ReasonDialog
          title={t("bills.question", { receipt: chosen.memberEarn.receiptNumber })}
          text={t("bills.questionText", { amount: formatMoney(senOf(chosen.memberEarn.amount)) })}
          confirmLabel={t("bills.takeBack")}
          danger
          failed={t("failed")}
          onConfirm={({ reason }) => takeBack.mutateAsync({ billId: chosen.memberEarn.id, reason })}
          onClose={() => setChosen(null)}
        />
      )}
    </Page>
  );
}
