import { isRetryable, messageOf } from "@loyalty/api-client/errors.ts";
import { useClaim } from "@loyalty/api-client/react/rewards.ts";
import type { Claimed } from "@loyalty/api-client/wire.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { formatLastDay } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { errorTexts } from "@loyalty/ui/texts/errors.ts";
import { memberTexts } from "@loyalty/ui/texts/member.ts";
import type { BrandKey } from "@loyalty/ui/theme/brands.ts";
import { useBrand } from "@loyalty/ui/theme/theme-store.ts";
import type { ReactNode } from "react";

import { rewardTexts } from "../../texts/reward.ts";
import styles from "./claim-dialogs.module.css";
import { type RewardView, termText } from "./use-reward-page.ts";

interface ConfirmClaimDialogProps {
  view: RewardView;
  points: number | undefined;
  onClose: () => void;
  onClaimed: (claimed: Claimed) => void;
}

/** 'Confirm Redemption': the cost and the remaining points. */
export function ConfirmClaimDialog({ view, points, onClose, onClaimed }: ConfirmClaimDialogProps) {
  const t = useTexts(rewardTexts);
  const wordsOf = useProgrammeWords();
  const claim = useClaim();
  const { isPending } = claim;

  async function confirm() {
    if (isPending) return;
    try {
      const done = await claim.mutateAsync({ rewardId: view.id });
      showToast("success", t("success"), 3);
      onClaimed(done);
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
      // A claim that was sent cannot be cancelled: the dialog stays open until the answer is here.
      closeOnOverlay={!isPending}
      closeOnEscape={!isPending}
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={isPending} onClick={onClose}>
            {t("confirm.cancel")}
          </Button>
          <Button busy={isPending} onClick={() => void confirm()}>
            {isPending ? t("confirm.confirming") : t("confirm.confirm")}
          </Button>
        </>
      }
    >
      <PointsAfterClaim cost={view.cost ?? 0} points={points} />
      {view.term && <p className={styles.note}>{termText(view.term)}</p>}
      {view.isGift && <p className={styles.note}>{t("confirm.gift")}</p>}
      <p role="status" className={styles.note}>
        {isPending
          ? errorTexts.t("reward.claim_pending")
          : claim.isError && isRetryable(claim.error) && t("confirm.unanswered")}
      </p>
    </Dialog>
  );
}

function PointsAfterClaim({ cost, points }: { cost: number; points: number | undefined }) {
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

interface ClaimedDialogProps {
  view: RewardView;
  claimed: Claimed;
  onMyRewards: () => void;
  onClose: () => void;
  /** Of a gift: goes to its voucher, to use it at once. */
  onUse: () => void;
}

/** 'Reward Claimed Successfully!', or 'Points Collected!' where the reward is points (spec 001 §2). */
export function ClaimedDialog(props: ClaimedDialogProps) {
  const { view, claimed, onMyRewards, onClose, onUse } = props;
  const t = useTexts(rewardTexts);
  const wordsOf = useProgrammeWords();
  const { brand } = useBrand();
  return (
    <Dialog
      open
      size="sm"
      title={view.isPointsReward ? t("claimed.points") : t("claimed.title")}
      description={t("claimed.text", { title: wordsOf(view.title).words })}
      closeOnOverlay
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("claimed.close")}
          </Button>
          <Button variant={view.isGift ? "outline" : "primary"} onClick={onMyRewards}>
            {t("claimed.toMine")}
          </Button>
          {view.isGift && <Button onClick={onUse}>{t("button.use")}</Button>}
        </>
      }
    >
      <div className={styles.done}>
        <svg
          className={styles.mark}
          viewBox="0 0 96 96"
          aria-hidden="true"
          focusable="false"
          data-mark={brand.key}
        >
          {marks[brand.key]}
        </svg>
        {!view.isPointsReward && (
          <p>{t("term.till", { date: formatLastDay(claimed.memberReward.expireAt) })}</p>
        )}
        <p>{t("claimed.balance", { points: claimed.memberPointAmount })}</p>
      </div>
    </Dialog>
  );
}

/** The animation after a claim: steam rises once from the bowl, or three pearls rise in the glass of tea. */
const marks: Record<BrandKey, ReactNode> = {
  "krua-bowl": (
    <>
      <path className={styles.dish} d="M18 54h60a30 26 0 0 1-60 0Z" />
      <path className={styles.dish} d="M36 82h24v4H36Z" />
      <path className={styles.steam} pathLength={1} d="M48 46c-10-7 8-11 0-19-7-7 6-10 2-17" />
    </>
  ),
  "thong-cha": (
    <>
      <path className={styles.glass} d="M28 16h40l-5 66a5 5 0 0 1-5 5H38a5 5 0 0 1-5-5Z" />
      <path className={styles.dish} d="M30 34h36l-4 46a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4Z" />
      <circle className={styles.pearl} cx="41" cy="62" r="5.5" />
      <circle className={styles.pearl} cx="54" cy="54" r="5.5" />
      <circle className={styles.pearl} cx="46" cy="44" r="5.5" />
    </>
  ),
};
