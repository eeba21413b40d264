import { isRetryable, messageOf } from "@loyalty/api-client/errors";
import { newIdempotencyKey } from "@loyalty/api-client/http";
import { useClaim, usePresent } from "@loyalty/api-client/react/rewards";
import type { Claimed } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { memberTexts } from "@loyalty/shell/texts/member";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { formatLastDay } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { errorTexts } from "@loyalty/shell/texts/errors";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { dismissFailures, showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { RewardPicture } from "../../components/reward-content.tsx";
import styles from "./claim-dialogs.module.css";
import { GoodFor } from "./good-for.tsx";
import { rewardTexts } from "./texts.ts";
import { Ticket } from "./ticket.tsx";
import { type RewardView, termText } from "./use-reward-page.ts";

interface ConfirmClaimDialogProps {
  view: RewardView;
  points: number | undefined;
  onClose: () => void;
  onClaimed: (claimed: Claimed) => void;
}

/** 'Confirm Redemption': the cost and the remaining points. */
export function ConfirmClaimDialog({ view, points, onClose, onClaimed }: ConfirmClaimDialogProps) {
  const { t } = useTranslation(rewardTexts);
  const { words, lang } = useProgrammeWords()(view.title);
  const claim = useClaim();
  const { isPending } = claim;

  async function confirm() {
    if (isPending) return;
    try {
      const done = await claim.mutateAsync({ rewardId: view.id });
      dismissFailures();
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
      <div className={styles.what}>
        <div className={`${surfaceStyles.round} ${surfaceStyles.clip}`}>
          <RewardPicture reward={view} ratio="1 / 1" />
        </div>
        <div>
          <p className={`${textStyles.lg} ${textStyles.strong} ${textStyles.tight}`} lang={lang}>
            {words}
          </p>
          <p className={textStyles.muted}>{costOf(view.cost ?? 0, points)}</p>
        </div>
      </div>
      {view.term && (
        <GoodFor isGift={view.isBirthday}>
          <p>{termText(view.term)}</p>
        </GoodFor>
      )}
      {view.isGift && <p className={textStyles.muted}>{t("confirm.gift")}</p>}
      <p role="status" className={textStyles.muted}>
        {isPending
          ? i18n.t("reward.claim_pending", { ns: errorTexts })
          : claim.isError && isRetryable(claim.error) && t("confirm.unanswered")}
      </p>
    </Dialog>
  );
}

/** The cost of a claim and what stays: `600 points, 147 stay with you`. */
function costOf(cost: number, points: number | undefined): string {
  const t = i18n.getFixedT(null, rewardTexts);
  if (cost === 0) return t("confirm.free");
  const price = i18n.t("points", { ns: memberTexts, count: cost });
  return points === undefined ? price : t("confirm.stays", { price, rest: points - cost });
}

interface ClaimedDialogProps {
  view: RewardView;
  claimed: Claimed;
  onMyRewards: () => void;
  onClose: () => void;
  /** The code of the claimed voucher can be shown. */
  onShown: () => void;
}

/** 'Reward Claimed Successfully!', or 'Points Collected!' where the reward is points (spec 001 §2): on its ticket. */
export function ClaimedDialog(props: ClaimedDialogProps) {
  const { view, claimed, onMyRewards, onClose, onShown } = props;
  const { t } = useTranslation(rewardTexts);
  const { words, lang } = useProgrammeWords()(view.title);
  const { memberPointAmount: points, memberReward: voucher } = claimed;
  const [idempotencyKey] = useState(newIdempotencyKey);
  const present = usePresent();

  /** For every outlet where it is good: the member has just said that they want it. */
  async function show() {
    const voucherId = voucher.id;
    try {
      await present.mutateAsync({ voucherId, outletId: null, idempotencyKey });
      onShown();
    } catch (error) {
      showToast("error", messageOf(error, t("claimFailed")), 4);
    }
  }

  return (
    <Dialog
      open
      size="moment"
      title={view.isPointsReward ? t("claimed.points") : t("claimed.title")}
      closeOnOverlay
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          {!view.isPointsReward && (
            <Button size="lg" wide busy={present.isPending} onClick={() => void show()}>
              {t("button.showCode")}
            </Button>
          )}
          <Button
            size="lg"
            wide
            variant={view.isPointsReward ? "primary" : "outline"}
            onClick={onMyRewards}
          >
            {t("claimed.toMine")}
          </Button>
          <Button size="lg" wide variant="ghost" onClick={onClose}>
            {t("claimed.close")}
          </Button>
        </>
      }
    >
      <Ticket picture={<RewardPicture reward={view} />} title={<span lang={lang}>{words}</span>}>
        {!view.isPointsReward && t("claimed.useBy", { date: formatLastDay(voucher.expireAt) })}
      </Ticket>
      <p className={`${textStyles.muted} ${textStyles.center}`}>
        {!view.isPointsReward && <span>{t("claimed.waits")} </span>}
        {view.cost !== 0 && <span>{t("claimed.balance", { count: points })}</span>}
      </p>
    </Dialog>
  );
}
