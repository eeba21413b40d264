import { pointsMissing } from "@loyalty/api-client";
import { useTexts } from "@loyalty/ui";
import { memberTexts } from "@loyalty/ui/texts/member";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";

import styles from "./price-line.module.css";

/** What a reward costs in points, and how far that is. */
export function PriceLine({ cost, points }: { cost: number; points: number | undefined }) {
  const t = useTexts(rewardsTexts);
  const m = useTexts(memberTexts);
  const missing = points === undefined ? 0 : pointsMissing(cost, points);
  return (
    <p className={styles.line}>
      <span className={styles.price}>
        {cost === 0 ? t("promotion.free") : m("points", { count: cost })}
      </span>
      {missing > 0 && (
        <span className={styles.toGo}>{t("promotion.toGo", { count: missing })}</span>
      )}
    </p>
  );
}
