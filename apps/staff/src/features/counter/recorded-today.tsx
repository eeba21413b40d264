import { senOf } from "@loyalty/api-client/rules/points";
import { formatMoney, formatTime } from "@loyalty/ui/formats";
import { useMediaQuery } from "@loyalty/ui/media-queries";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { paths } from "../../paths.ts";
import { counterTexts } from "../../texts/counter.ts";
import styles from "./counter.module.css";
import { useNewestBills } from "./queries.ts";

/** The newest bills of today, beside the one that is typed, on a tablet. */
export function RecordedToday() {
  return useMediaQuery("(min-width: 48rem)") ? <Newest /> : null;
}

function Newest() {
  const { t } = useTranslation(counterTexts);
  const { data: bills = [] } = useNewestBills();
  if (bills.length === 0) return null;
  return (
    <section className={styles.recorded} aria-label={t("bills.recorded")}>
      <h2>{t("bills.recorded")}</h2>
      <ul role="list">
        {bills.map(({ id, memberName, receiptNumber, amount, createdAt }) => (
          <li key={id} className={styles.row}>
            <span>
              <strong>{memberName ?? receiptNumber}</strong>
              <span className={styles.hint}>
                {[memberName && receiptNumber, formatTime(createdAt)].filter(Boolean).join(", ")}
              </span>
            </span>
            <strong>{formatMoney(senOf(amount))}</strong>
          </li>
        ))}
      </ul>
      <Link to={paths.counterBills}>{t("bills.title")}</Link>
    </section>
  );
}
