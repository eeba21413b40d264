import { useMember } from "@loyalty/api-client/react";

import { memberTexts } from "../texts/member.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./member-card.module.css";
import { PointsFigure } from "./points-figure.tsx";
import { TierBadge } from "./tier-badge.tsx";
import { TierProgress } from "./tier-progress.tsx";
import { useStanding } from "./use-standing.ts";

/** The signed-in member's points and progress on a card in the brand's colour (spec 000 §2). */
export function MemberCard() {
  const t = useTexts(memberTexts);
  const { data: member, isError } = useMember();
  const { standing } = useStanding();

  return (
    <section className={styles.card} aria-label={t("availablePoints")}>
      <div className={styles.head}>
        <span>{t("availablePoints")}</span>
        {member && (
          <TierBadge level={member.membershipLevel} name={member.membershipName ?? undefined} />
        )}
      </div>
      <PointsFigure points={member?.memberPointAmount} failed={isError} />
      <TierProgress standing={standing} />
    </section>
  );
}
