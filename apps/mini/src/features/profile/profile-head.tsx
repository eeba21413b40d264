import type { Member } from "@loyalty/api-client";
import { formatMonth, TierBadge, useTexts } from "@loyalty/ui";
import { profileTexts } from "@loyalty/ui/texts/profile";

import styles from "./profile-head.module.css";

/** The member's initial, name, tier and points. */
export function ProfileHead({ member }: { member: Member }) {
  const t = useTexts(profileTexts);
  const { name, membershipLevel, membershipName, memberPointAmount, createdAt } = member;
  return (
    <div className={styles.head}>
      <span className={styles.initial} aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p>
          <TierBadge level={membershipLevel} name={membershipName} />
        </p>
        <p>{t("points", { points: memberPointAmount })}</p>
        {createdAt && (
          <p className={styles.since}>{t("memberSince", { month: formatMonth(createdAt) })}</p>
        )}
      </div>
    </div>
  );
}
