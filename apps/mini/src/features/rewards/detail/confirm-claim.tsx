import { messageOf, newIdempotencyKey } from "@loyalty/api-client";
import { useClaim } from "@loyalty/api-client/react";
import { Button, Dialog, showToast, useProgrammeWords, useTexts } from "@loyalty/ui";
import { memberTexts } from "@loyalty/ui/texts/member";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { useState } from "react";

import type { ClaimedReward } from "./claimed-dialog.tsx";
import styles from "./confirm-claim.module.css";
import type { RewardView } from "./reward-view.ts";

interface ConfirmClaimProps {
  view: RewardView;
  points: number | undefined;
  onClose: () => void;
  onClaimed: (claimed: ClaimedReward) => void;
}

/**
 * 'Confirm Redemption': what it costs and what is left. One key stands for this opened dialog, so that a claim whose
 * answer got lost and that is tried again is still one claim.
 */
export function ConfirmClaim({ view, points, onClose, onClaimed }: ConfirmClaimProps) {
  const t = useTexts(rewardTexts);
  const wordsOf = useProgrammeWords();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const claim = useClaim();

  async function confirm() {
    if (claim.isPending) return;
    try {
      const done = await claim.mutateAsync({ rewardId: view.id, idempotencyKey });
      showToast("success", t("success"), 3);
      onClaimed({ title: view.title, points: done.memberPointAmount });
    } catch (error) {
      showToast("error", messageOf(error, t("claimFailed")), 4);
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t("confirm.title")}
      description={wordsOf(view.title).words}
      closeOnOverlay={!claim.isPending}
      closeOnEscape={!claim.isPending}
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" aria-disabled={claim.isPending || undefined} onClick={onClose}>
            {t("confirm.cancel")}
          </Button>
          <Button busy={claim.isPending} onClick={() => void confirm()}>
            {claim.isPending ? t("confirm.confirming") : t("confirm.confirm")}
          </Button>
        </>
      }
    >
      <Sum cost={view.cost ?? 0} points={points} />
    </Dialog>
  );
}

/** The cost, the balance, and what is left of it. */
function Sum({ cost, points }: { cost: number; points: number | undefined }) {
  const t = useTexts(rewardTexts);
  const m = useTexts(memberTexts);
  if (cost === 0) return <p>{t("confirm.free")}</p>;
  const rows = [
    [t("confirm.balance"), points],
    [t("confirm.cost"), cost],
    [t("confirm.after"), points === undefined ? undefined : points - cost],
  ] as const;
  return (
    <dl className={styles.sum}>
      {rows.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count === undefined ? "..." : m("points", { count })}</dd>
        </div>
      ))}
    </dl>
  );
}
