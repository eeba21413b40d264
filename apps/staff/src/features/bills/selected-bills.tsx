import { messageOf } from "@loyalty/api-client/errors";
import { senOf } from "@loyalty/api-client/rules/points";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { Stack } from "@loyalty/ui/layout";
import { X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { problemText } from "../../components/problems.ts";
import { VerifyDialog } from "../../components/verify-dialog.tsx";
import type { VerifiedBill } from "../../queries/bills.ts";
import { billsTexts } from "../../texts/bills.ts";
import styles from "./bills.module.css";
import { type OfficeBill, useVerifyBills } from "./queries.ts";

interface SelectedBillsProps {
  bills: readonly OfficeBill[];
  /** Whether it is asked that they are verified. */
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
  onDone: () => void;
}

/** In the place of the page's buttons: how many bills are selected, what they come to, and what can be done with them. */
export function SelectedBills({ bills, isAsking, onAsk, onDone }: SelectedBillsProps) {
  const { t } = useTranslation(billsTexts);
  const verify = useVerifyBills();
  const sumText = useSumText();
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const verifyAll = () => {
    const receipts = new Map(bills.map((bill) => [bill.id, bill.receiptNumber]));
    verify.mutate([...receipts.keys()], {
      onSuccess: (found) => {
        onDone();
        setResults(
          found.map((each) => ({
            ...each,
            receipt: receipts.get(each.billId) ?? String(each.billId),
          })),
        );
      },
      onError: (error) => showToast("error", messageOf(error, t("failed")), 8),
    });
  };
  return (
    <>
      {bills.length > 0 && (
        <div className={styles.selected} role="group" aria-label={t("selected")}>
          <p role="status">{sumText(bills)}</p>
          <Button busy={verify.isPending} onClick={() => onAsk(true)}>
            {t("verify.do", { count: bills.length })}
          </Button>
          <Button variant="ghost" aria-label={t("selectNone")} onClick={onDone}>
            <X aria-hidden="true" size={18} />
          </Button>
        </div>
      )}
      {isAsking && bills.length > 0 && (
        <VerifyDialog bills={bills} onConfirm={verifyAll} onClose={() => onAsk(false)} />
      )}
      {results && <ResultsDialog results={results} onClose={() => setResults(null)} />}
    </>
  );
}

type Result = VerifiedBill & { receipt: string };

/** What became of each of the bills that were verified together, the refused ones first. */
function ResultsDialog(props: { results: readonly Result[]; onClose: () => void }) {
  const { t } = useTranslation(billsTexts);
  const { results, onClose } = props;
  const verified = results.filter(({ isVerified }) => isVerified);
  const refused = results.filter(({ isVerified }) => !isVerified);
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOverlay
      title={t("verify.results", { count: verified.length })}
      description={refused.length > 0 && t("verify.refused", { count: refused.length })}
      footer={<Button onClick={onClose}>{t("verify.close")}</Button>}
    >
      <Stack as="ul" gap={3}>
        {[...refused, ...verified].map(({ billId, receipt, isVerified, whyNot }) => (
          <li key={billId}>
            {isVerified
              ? t("verify.one", { receipt })
              : t("verify.not", {
                  receipt,
                  why: whyNot ? problemText(whyNot) : t("failed"),
                })}
          </li>
        ))}
      </Stack>
    </Dialog>
  );
}

/** "5 bills · RM 540.30 · 761 points" of some bills. */
function useSumText() {
  const { t } = useTranslation(billsTexts);
  return (bills: readonly OfficeBill[]) =>
    t("sum", {
      count: bills.length,
      amount: formatMoney(bills.reduce((sum, { amount }) => sum + senOf(amount), 0)),
      points: formatNumber(bills.reduce((sum, { points }) => sum + points, 0)),
    });
}
