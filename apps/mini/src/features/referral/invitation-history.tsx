import type { Referee } from "@loyalty/api-client";
import { Dialog, Empty, SearchField, useSettled, useTexts } from "@loyalty/ui";
import { referralTexts } from "@loyalty/ui/texts/referral";
import { useState } from "react";

import { FriendList } from "./friend-list.tsx";
import styles from "./invitation-history.module.css";
import { friendsLike } from "./invite-search.ts";

interface InvitationHistoryProps {
  friends: readonly Referee[];
  onClose: () => void;
}

/** All friends, searched here and not on the server; Escape and a tap beside it close it (spec 001 §2). */
export function InvitationHistory({ friends, onClose }: InvitationHistoryProps) {
  const t = useTexts(referralTexts);
  const [query, setQuery] = useState("");
  const wanted = useSettled(query);
  const found = friendsLike(friends, wanted);

  return (
    <Dialog
      open
      title={t("all.title")}
      description={t("all.total", { count: friends.length })}
      closeOnOverlay
      onClose={onClose}
    >
      <div className={styles.history}>
        <SearchField label={t("all.search")} value={query} onChange={setQuery} />
        <p role="status" className={styles.found}>
          {wanted.trim() !== "" && t("all.found", { count: found.length })}
        </p>
        {found.length > 0 ? <FriendList friends={found} whole /> : <Empty text={t("all.none")} />}
      </div>
    </Dialog>
  );
}
