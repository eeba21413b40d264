import { Button, Dialog, useProgrammeWords, useTexts } from "@loyalty/ui";
import { rewardTexts } from "@loyalty/ui/texts/reward";

import styles from "./claimed-dialog.module.css";
import { SuccessMark } from "./success-mark.tsx";

/** What was just claimed, and the points that are left. */
export interface ClaimedReward {
  title: string;
  points: number;
}

interface ClaimedDialogProps {
  reward: ClaimedReward;
  isPointsReward: boolean;
  onMine: () => void;
  onClose: () => void;
}

/** 'Reward Claimed Successfully!', or 'Points Collected!' where the reward is points (spec 001 §2). */
export function ClaimedDialog({ reward, isPointsReward, onMine, onClose }: ClaimedDialogProps) {
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
          <Button onClick={onMine}>{t("claimed.toMine")}</Button>
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
