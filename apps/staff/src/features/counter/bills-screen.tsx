import { senOf } from "@loyalty/api-client/rules/points";
import { Button } from "@loyalty/ui/button";
import { SearchField } from "@loyalty/ui/field";
import { formatMoney, formatTime } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Cluster, Stack } from "@loyalty/ui/layout";
import textStyles from "@loyalty/ui/text.module.css";
import { Empty } from "@loyalty/ui/states";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { ReasonDialog } from "../../components/form-dialog.tsx";
import { Page } from "../../components/page.tsx";
import { paths } from "../../paths.ts";
import { counterTexts } from "../../texts/counter.ts";
import styles from "./counter.module.css";
import { type ListedBill, useBillsOfToday, useTakeBack } from "./queries.ts";
import { useScanner } from "./use-scanner.ts";

const STATES = { 1: "bills.pending", 2: "bills.verified", 3: "bills.void" } as const;
const TAKEN_BACK = 3;
const REASONS = ["amount", "member", "receipt", "returned"] as const;

/** /counter/bills: the outlet's bills of today; the user's own can be taken back. */
export function CounterBillsScreen() {
  const { t } = useTranslation(counterTexts);
  const query = useBillsOfToday();
  const navigate = useNavigate();
  useScanner(null, (text) => void navigate(paths.counter, { state: { scanned: text } }));
  const takeBack = useTakeBack();
  const [chosen, setChosen] = useState<ListedBill | null>(null);
  const [sought, setSought] = useState("");
  const fits = ({ memberName, receiptNumber, amount }: ListedBill) =>
    [memberName, receiptNumber, amount].some((each) =>
      each?.toLowerCase().includes(sought.trim().toLowerCase()),
    );
  return (
    <Page title={t("bills.title")}>
      <QueryResult
        query={query}
        loading={t("bills.loading")}
        failed={t("bills.failed")}
        height="12rem"
        empty={<Empty text={t("bills.empty")} />}
      >
        {(bills) => (
          <>
            <SearchField label={t("bills.search")} value={sought} onChange={setSought} />
            <ul role="list">
              {bills.filter(fits).map((bill) => (
                <Row key={bill.id} bill={bill} onTakeBack={() => setChosen(bill)} />
              ))}
            </ul>
            {!bills.some(fits) && <Empty text={t("bills.noMatch")} />}
          </>
        )}
      </QueryResult>
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
          title={t("bills.question", { receipt: chosen.receiptNumber })}
          text={t("bills.questionText", { amount: formatMoney(senOf(chosen.amount)) })}
          confirmLabel={t("bills.takeBack")}
          danger
          usual={REASONS.map((reason) => t(`bills.reasons.${reason}`))}
          failed={t("failed")}
          onConfirm={({ reason }) => takeBack.mutateAsync({ billId: chosen.id, reason })}
          onClose={() => setChosen(null)}
        />
      )}
    </Page>
  );
}

function Row({ bill, onTakeBack }: { bill: ListedBill; onTakeBack: () => void }) {
  const { t } = useTranslation(counterTexts);
  const { receiptNumber, amount, points, statusId, createdAt } = bill;
  const { memberName, staffName, whyNoVoid } = bill;
  return (
    <Cluster as="li" gap={3} tight justify="between" className={styles.row}>
      <Stack as="span">
        <strong>
          {[receiptNumber, memberName, formatMoney(senOf(amount))].filter(Boolean).join(" · ")}
        </strong>
        <span className={textStyles.note}>
          {[
            t("result.points", { count: points }),
            formatTime(createdAt),
            staffName ?? t("bills.till"),
            t(STATES[statusId as keyof typeof STATES]),
          ].join(" · ")}
        </span>
      </Stack>
      {whyNoVoid === null && statusId !== TAKEN_BACK && (
        <Button variant="outline" onClick={onTakeBack}>
          {t("bills.takeBack")}
        </Button>
      )}
    </Cluster>
  );
}
