import { senOf } from "@loyalty/api-client/rules/points";
import { formatMoney, formatTime } from "@loyalty/ui/formats";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { useMediaQuery } from "@loyalty/ui/media-queries";
import textStyles from "@loyalty/ui/text.module.css";
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
    <Stack as="section" gap={2} className={styles.recorded} aria-label={t("bills.recorded")}>
      <h2 className={textStyles.md}>{t("bills.recorded")}</h2>
      <ul role="list">
        {bills.map(({ id, memberName, receiptNumber, amount, createdAt }) => (
          <Cluster as="li" key={id} gap={3} tight justify="between" className={styles.row}>
            <Stack as="span">
              <strong>{memberName ?? receiptNumber}</strong>
              <span className={textStyles.note}>
                {[memberName && receiptNumber, formatTime(createdAt)].filter(Boolean).join(", ")}
              </span>
            </Stack>
            <strong>{formatMoney(senOf(amount))}</strong>
          </Cluster>
        ))}
      </ul>
      <Link to={paths.counterBills}>{t("bills.title")}</Link>
    </Stack>
  );
}
