import type { Referee } from "@loyalty/api-client";
import { formatDate, useTexts } from "@loyalty/ui";
import { referralTexts } from "@loyalty/ui/texts/referral";

import styles from "./friend-list.module.css";

interface FriendListProps {
  friends: readonly Referee[];
  /** Where there is room for it: since when, and the address. */
  whole?: boolean;
}

/** Friends who joined with the member's code, masked; active once their first bill was verified. */
export function FriendList({ friends, whole = false }: FriendListProps) {
  const t = useTexts(referralTexts);
  return (
    <ul role="list" className={styles.friends}>
      {friends.map(({ id, name, fullMobileNumber, email, createdAt, isActive }) => (
        <li key={id}>
          <span className={styles.words}>
            {name}
            <span className={styles.contact}>{fullMobileNumber}</span>
            {whole && email && <span className={styles.contact}>{email}</span>}
            {whole && (
              <span className={styles.contact}>{t("joined", { date: formatDate(createdAt) })}</span>
            )}
          </span>
          <span className={isActive ? styles.active : styles.pending}>
            {isActive ? t("active") : t("pending")}
          </span>
        </li>
      ))}
    </ul>
  );
}
