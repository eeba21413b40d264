import type { RewardBadge } from "@loyalty/api-client";
import { useTexts } from "@loyalty/ui";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";

import styles from "./badges.module.css";

interface BadgesProps {
  badges: readonly RewardBadge[];
  /** It is offered until a day that is near enough to be named. */
  limited?: boolean;
}

/** CLAIM, PENDING, BIRTHDAY, SPECIAL and 'Limited Time': words, not colours alone (spec 001 §4). */
export function Badges({ badges, limited = false }: BadgesProps) {
  const t = useTexts(rewardsTexts);
  if (badges.length === 0 && !limited) return null;
  return (
    <ul role="list" className={styles.badges}>
      {badges.map((badge) => (
        <li key={badge} className={`${styles.badge} ${styles[badge]}`}>
          {t(`badges.${badge}`)}
        </li>
      ))}
      {limited && <li className={`${styles.badge} ${styles.limited}`}>{t("promotion.limited")}</li>}
    </ul>
  );
}
