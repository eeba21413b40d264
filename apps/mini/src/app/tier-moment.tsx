import { useTiers } from "@loyalty/api-client/react/points";
import { useTierRewards } from "@loyalty/api-client/react/rewards";
import { paths, rewardPath } from "@loyalty/shell/paths";
import { Button, buttonClass } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Card, useCardMember } from "../card/card.tsx";
import { useTilt } from "../card/use-tilt.ts";
import { pointsTexts } from "../texts/points.ts";
import styles from "./tier-moment.module.css";

/** A tier was reached: the new card, what it brings, and one next step: its own reward where one waits. */
export function TierMoment({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(pointsTexts);
  const member = useCardMember();
  const tilt = useTilt<HTMLDivElement>();
  const tier = useTiers().data?.find(({ level }) => level === member?.level);
  const rewards = useTierRewards().data ?? [];
  const reward = rewards.findLast(({ isLocked, isClaimed }) => !isLocked && !isClaimed);
  if (!member) return null;
  const names = { name: member.name, tier: member.tierName };
  return (
    <Dialog
      open
      size="moment"
      title={t("tierReached.title", names)}
      description={tier && t("tierReached.text", { count: Number(tier.multiplier) })}
      closeOnOverlay={false}
      closeButton={false}
      onClose={onClose}
      footer={
        <>
          <Link
            className={buttonClass({ size: "lg", wide: true })}
            to={reward ? rewardPath(reward.id, "membership") : paths.redeem}
            onClick={onClose}
          >
            {t("tierReached.see", names)}
          </Link>
          <Button variant="ghost" wide onClick={onClose}>
            {t("rewards.close")}
          </Button>
        </>
      }
    >
      <div className={styles.glow}>
        <div ref={tilt}>
          <Card member={member} />
        </div>
      </div>
    </Dialog>
  );
}
