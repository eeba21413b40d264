import { useMember } from "@loyalty/api-client/react/members";
import { navTier } from "@loyalty/api-client/rules/points";
import { formatNumber } from "@loyalty/ui/formats";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { Progress } from "@loyalty/ui/progress";
import text from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";

import { memberTexts } from "../texts/member.ts";
import styles from "./member-card.module.css";
import { type TierStatus, useTierStatus } from "./tier-status.ts";

/** The signed-in member's points and progress on a card in the brand's colour (spec 000 §2). */
export function MemberCard() {
  const { t } = useTranslation(memberTexts);
  const { data: member, isError } = useMember();
  const { tierStatus } = useTierStatus();

  return (
    <section className={styles.card} aria-label={t("availablePoints")}>
      <Cluster nowrap justify="between" gap={3}>
        <span>{t("availablePoints")}</span>
        {member && <TierBadge level={member.membershipLevel} name={member.membershipName} />}
      </Cluster>
      <PointsFigure points={member?.memberPointAmount} failed={isError} />
      <TierProgress tierStatus={tierStatus} />
    </section>
  );
}

interface PointsFigureProps {
  /** The balance; undefined while it is not known. */
  points: number | undefined;
  /** It could not be loaded. */
  failed?: boolean;
}

/** A balance of points: '...' while it loads, 'Error loading points' when it fails (spec 000 §4). */
export function PointsFigure({ points, failed }: PointsFigureProps) {
  const { t } = useTranslation(memberTexts);

  if (failed && points === undefined) return <span className={text.sm}>{t("errorPoints")}</span>;
  if (points === undefined) {
    return (
      <span className={styles.figure} role="status" aria-label={t("loadingPoints")}>
        {t("loadingFigure")}
      </span>
    );
  }
  return (
    <span className={styles.figure}>
      <span>{formatNumber(points)}</span> <span>{t("pointsUnit", { count: points })}</span>
    </span>
  );
}

interface TierBadgeProps {
  /** 0 to 3: the colours go by level, since the specs name the tiers twice. */
  level: number;
  /** The record's name; otherwise the navigation's by level: Bronze, Silver, Gold, Platinum. */
  name?: string | null;
}

/** A member's tier as a small coloured pill. */
export function TierBadge({ level, name }: TierBadgeProps) {
  const { t } = useTranslation(memberTexts);
  return (
    <span className={styles.badge} data-level={Math.min(Math.max(level, 0), 3)}>
      {name || t(`tier.${navTier(level)}`)}
    </span>
  );
}

const WORDS = {
  loading: "loadingPoints",
  failed: "progress.unableToLoad",
  unclear: "progress.unableToCalculate",
  top: "progress.maxLevel",
} as const;

interface TierProgressProps {
  tierStatus: TierStatus;
  /** One line of words above the bar. */
  short?: boolean;
}

/** The way to the next tier: a progress bar labelled with one sentence, and the texts of spec 000 §2 and §4. */
export function TierProgress({ tierStatus, short }: TierProgressProps) {
  const { t } = useTranslation(memberTexts);
  if (tierStatus.status !== "climbing") {
    const { status } = tierStatus;
    const words = t(WORDS[status]);
    return (
      <Stack gap={2}>
        <p className={text.sm} role={status === "loading" ? "status" : undefined}>
          {words}
        </p>
        {status === "top" && <Progress label={t("progress.label")} percent={100} text={words} />}
      </Stack>
    );
  }
  const { current, target, percent, missing, nextName: tier } = tierStatus;
  const sentence = missing > 0 ? "progress.sentence" : "progress.reached";

  return (
    <Stack gap={2}>
      <Cluster
        gap={3}
        tight
        justify="between"
        className={`${text.sm} ${text.strong}`}
        aria-hidden="true"
      >
        <span>
          {t(short ? "progress.moreTo" : "progress.pointsToGo", { count: missing, tier })}
        </span>
        <span className={`${text.num} ${text.tabular}`}>
          {t("progress.figures", { current, target })}
        </span>
      </Cluster>
      <Progress
        label={t("progress.label")}
        percent={percent}
        text={t(sentence, { current, target, missing, tier })}
      />
      {!short && <p className={text.sm}>{t("progress.neededToReach", { count: missing, tier })}</p>}
    </Stack>
  );
}
