import { messageOf } from "@loyalty/api-client";
import { useReferees } from "@loyalty/api-client/react";
import { Button, Empty, Failed, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { referralTexts } from "@loyalty/ui/texts/referral";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import { FriendList } from "./friend-list.tsx";
import { InvitationHistory } from "./invitation-history.tsx";

/** "The first entries" of spec 001 §2; the rest is behind View All. */
const SHOWN = 5;

/** The first friends who joined with the member's code, and the way to all of them. */
export function InviteHistory() {
  const t = useTexts(referralTexts);
  const { data: friends = [] } = useReferees();
  const [open, setOpen] = useState(false);
  return (
    <Card
      title={t("history")}
      aside={
        friends.length > 0 && (
          <Button variant="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t("viewAll")}
          </Button>
        )
      }
    >
      <FirstFriends />
      {open && <InvitationHistory friends={friends} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function FirstFriends() {
  const t = useTexts(referralTexts);
  const { data: friends, error, isPending, isFetching, refetch } = useReferees();

  if (isPending) {
    return (
      <Loading text={t("historyLoading")}>
        <Skeleton height="3rem" />
      </Loading>
    );
  }
  if (!friends) {
    return (
      <Failed
        text={messageOf(error, t("historyFailed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (friends.length === 0) {
    return (
      <Empty text={t("none")}>
        <p>{t("noneHint")}</p>
      </Empty>
    );
  }
  return <FriendList friends={friends.slice(0, SHOWN)} />;
}
