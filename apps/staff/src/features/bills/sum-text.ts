import { senOf } from "@loyalty/api-client/rules/points";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { billsTexts } from "../../texts/bills.ts";

/** "5 bills · RM 540.30 · 761 points" of some bills. */
export function useSumText() {
  const { t } = useTranslation(billsTexts);
  return (bills: readonly { amount: string; points: number }[]) =>
    t("sum", {
      count: bills.length,
      amount: formatMoney(bills.reduce((sum, { amount }) => sum + senOf(amount), 0)),
      points: formatNumber(bills.reduce((sum, { points }) => sum + points, 0)),
    });
}
