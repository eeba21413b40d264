import { senOf } from "@loyalty/api-client/rules/points";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { billsTexts } from "../texts/bills.ts";

interface VerifyDialogProps {
  bills: readonly { amount: string; points: number }[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks whether bills are verified, with what they come to in ringgit and points. */
export function VerifyDialog({ bills, onConfirm, onClose }: VerifyDialogProps) {
  const { t } = useTranslation(billsTexts);
  const amount = bills.reduce((sum, bill) => sum + senOf(bill.amount), 0);
  const points = bills.reduce((sum, bill) => sum + bill.points, 0);
  return (
    <ConfirmDialog
      open
      title={t("verify.title", { count: bills.length })}
      message={t("verify.text", { amount: formatMoney(amount), points: formatNumber(points) })}
      confirmLabel={t("verify.confirm")}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
