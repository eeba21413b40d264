import { messageOf, newIdempotencyKey, wasAccident } from "@loyalty/api-client";
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
  const waits = claim.isPending;

  async function confirm() {
    if (waits) return;
    try {
      const done = await claim.mutateAsync({ rewardId: view.id, idempotencyKey });
      showToast("success", t("success"), 3);
      const { memberReward, memberPointAmount } = done;
      onClaimed({ title: view.title, voucherId: memberReward.id, points: memberPointAmount });
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
      // A claim that is on its way cannot be called back: the dialog stays until it is known what became of it.
      closeOnOverlay={!waits}
      closeOnEscape={!waits}
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={waits} onClick={onClose}>
            {t("confirm.cancel")}
          </Button>
          <Button busy={waits} onClick={() => void confirm()}>
            {waits ? t("confirm.confirming") : t("confirm.confirm")}
          </Button>
        </>
      }
    >
      <Sum cost={view.cost ?? 0} points={points} />
      {view.isGift && <p className={styles.note}>{t("confirm.gift")}</p>}
      <p role="status" className={styles.note}>
        {waits
          ? t("why.claim_pending")
          : claim.isError && wasAccident(claim.error) && t("confirm.unanswered")}
      </p>
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
