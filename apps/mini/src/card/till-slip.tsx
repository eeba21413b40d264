import { senOf } from "@loyalty/api-client/rules/points";
import { useOutlets } from "@loyalty/content/outlets";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import { useTranslation } from "react-i18next";

import { pointsTexts } from "../texts/points.ts";
import styles from "./till-slip.module.css";
import type { TillNews } from "./use-till-news.ts";

/** What the till has done comes out below the card, as from a printer. */
export function TillSlip({ news: { kind, bill } }: { news: TillNews }) {
  const { t } = useTranslation(pointsTexts);
  const outlets = useOutlets();
  const amount = formatMoney(senOf(bill.amount));
  const outlet = outlets.find(({ id }) => id === bill.outletId)?.name;
  const points = formatNumber(bill.points, { signDisplay: "always" });
  return (
    <div className={styles.place}>
      <div key={`${bill.id}.${kind}`}>
        <div className={styles.paper}>
          <b>{outlet ? t("rewards.bill", { amount, outlet }) : amount}</b>
          <b aria-hidden="true">{points}</b>
          <p>
            {kind === "recorded"
              ? t("rewards.onTheirWay", { points })
              : t("rewards.arrived", { count: bill.points })}
          </p>
        </div>
      </div>
    </div>
  );
}
