import { Button, Dialog, useProgrammeWords, useTexts } from "@loyalty/ui";
import { rewardTexts } from "@loyalty/ui/texts/reward";

import styles from "./claimed-dialog.module.css";
import { SuccessMark } from "./success-mark.tsx";

/** What was just claimed, the voucher it has become, and the points that are left. */
export interface ClaimedReward {
  title: string;
  voucherId: number;
  points: number;
}

interface ClaimedDialogProps {
  reward: ClaimedReward;
  isPointsReward: boolean;
  onMine: () => void;
  onClose: () => void;
  /** Of a gift, which was claimed to be used now: the way to its code. */
  onUse?: () => void;
}

/** 'Reward Claimed Successfully!', or 'Points Collected!' where the reward is points (spec 001 §2). */
export function ClaimedDialog(props: ClaimedDialogProps) {
  const { reward, isPointsReward, onMine, onClose, onUse } = props;
  const t = useTexts(rewardTexts);
  const wordsOf = useProgrammeWords();
  return (
    <Dialog
      open
      size="sm"
      title={isPointsReward ? t("claimed.points") : t("claimed.title")}
      description={t("claimed.text", { title: wordsOf(reward.title).words })}
      closeOnOverlay
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("claimed.close")}
          </Button>
          <Button variant={onUse ? "outline" : "primary"} onClick={onMine}>
            {t("claimed.toMine")}
          </Button>
          {onUse && <Button onClick={onUse}>{t("button.use")}</Button>}
        </>
      }
    >
      <div className={styles.done}>
        <SuccessMark />
        <p>{t("claimed.balance", { points: reward.points })}</p>
      </div>
    </Dialog>
  );
}
