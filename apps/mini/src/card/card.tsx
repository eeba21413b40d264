import { useMember } from "@loyalty/api-client/react/members";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { navTier } from "@loyalty/api-client/rules/points";
import { formatNumber } from "@loyalty/ui/formats";
import { memberTexts } from "@loyalty/shell/texts/member";
import { BrandLogo } from "@loyalty/ui/brand-logo";
import textStyles from "@loyalty/ui/text.module.css";
import { useBrand } from "@loyalty/ui/theme-store";
import "@loyalty/ui/card.css";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { arrivedMember } from "../app/starting-card.ts";
import styles from "./card.module.css";
import { firstName } from "./first-name.ts";
import { useCountedPoints } from "./use-counted-points.ts";
import { useTilt } from "./use-tilt.ts";

export interface CardMember {
  name: string;
  /** 0 to 3: the material goes by level. */
  level: number;
  tierName: string;
  code: string;
  /** The points that can be spent; undefined while they are not known. */
  points: number | undefined;
  /** The points could not be loaded. */
  failed: boolean;
}

/** The signed-in member's card, of the session until the record is loaded; null without a member. */
export function useCardMember(): CardMember | null {
  const user = useSignedInMember();
  const { data, isError } = useMember();
  const member = data ?? user;
  if (!member) return null;
  return {
    name: firstName(member.name),
    level: Math.min(Math.max(member.membershipLevel, 0), 3),
    tierName: member.membershipName ?? "",
    code: member.memberCode,
    points: data?.memberPointAmount ?? arrivedPoints(member.id),
    failed: isError,
  };
}

/** The points that came with the handoff to this page: the card in the document shows them already. */
function arrivedPoints(memberId: number): number | undefined {
  const arrived = arrivedMember();
  return arrived?.id === memberId ? arrived.memberPointAmount : undefined;
}

/** A member's card in the material of its tier: brand, tier, first name, member ID and points. */
export function Card({ member }: { member: CardMember }) {
  const { t } = useTranslation(memberTexts);
  return (
    <section
      className={`${styles.card} ${styles.whole}`}
      data-tier={member.level}
      aria-label={t("availablePoints")}
    >
      <Material />
      <div>
        <Head member={member} />
        <Row end>
          <div>
            <p className={styles.name}>{member.name}</p>
            <p className={styles.code}>{member.code}</p>
          </div>
          <CardPoints member={member} />
        </Row>
      </div>
    </section>
  );
}

interface PassProps {
  member: CardMember;
  news?: "recorded" | "verified";
  /** Beside the points. */
  chip?: ReactNode;
  /** What stands on the white paper. */
  children: ReactNode;
}

/** The card as it is shown at the counter: the material above, white paper with the code below, the brand's edge between. */
export function Pass({ member, news, chip, children }: PassProps) {
  const { t } = useTranslation(memberTexts);
  const { brand } = useBrand();
  return (
    <section
      ref={useTilt<HTMLElement>()}
      className={`${styles.card} ${styles.pass}`}
      data-tier={member.level}
      data-new={news}
      aria-label={t("availablePoints")}
    >
      <div className={styles.top}>
        <Material />
        <Head member={member} />
        <Row end>
          <p className={styles.name}>{member.name}</p>
          <div className={styles.inLine}>
            {chip}
            <CardPoints member={member} />
          </div>
        </Row>
        <i className={styles.seam} />
      </div>
      {/* The brand's colours are written again, so that they follow the paper's own light scheme. */}
      <div className={styles.paper} data-brand={brand.key}>
        {children}
      </div>
    </section>
  );
}

interface SurfaceProps {
  level: number;
  className?: string;
  children?: ReactNode;
}

/** The material of a tier's card, below other words than the card has, or none. */
export function CardSurface({ level, className = "", children }: SurfaceProps) {
  return (
    <div className={`${styles.card} ${className}`} data-tier={Math.min(Math.max(level, 0), 3)}>
      <Material />
      {children}
    </div>
  );
}

/** The layers below the words. */
function Material() {
  return (
    <div className={styles.material} aria-hidden="true">
      <i className={styles.texture} />
      <i className={styles.pattern} />
      <i className={styles.motif} />
      <i className={styles.edge} />
      <i className={styles.light} />
      <i className={styles.rim} />
    </div>
  );
}

function Row({ end, children }: { end?: boolean; children: ReactNode }) {
  return <div className={`${styles.row} ${end ? styles.end : ""}`}>{children}</div>;
}

function Head({ member }: { member: CardMember }) {
  const { brand } = useBrand();
  return (
    <Row>
      <BrandLogo brand={brand.key} size={28} />
      <p className={styles.tier}>
        <TierNames level={member.level} name={member.tierName} />
      </p>
    </Row>
  );
}

/** Both names of a tier, which the documents name twice: `Royal · Platinum`. */
export function TierNames({ level, name }: { level: number; name: string }) {
  const { t } = useTranslation(memberTexts);
  const ofLevel = t(`tier.${navTier(level)}`);
  return name ? `${name} · ${ofLevel}` : ofLevel;
}

/** The points: '...' while they load, 'Error loading points' when that fails (spec 000 §4). */
function CardPoints({ member: { points, failed } }: { member: CardMember }) {
  const { t } = useTranslation(memberTexts);
  const shown = useCountedPoints(points);
  if (points === undefined || shown === undefined) {
    return failed ? (
      <p className={textStyles.sm}>{t("errorPoints")}</p>
    ) : (
      <p className={styles.points} role="status" aria-label={t("loadingPoints")}>
        <b>{t("loadingFigure")}</b>
        <span>&nbsp;</span>
      </p>
    );
  }
  return (
    <p className={styles.points}>
      {/* What is read out is the number itself, not those on the way to it. */}
      <b aria-hidden={shown !== points || undefined}>{formatNumber(shown)}</b>{" "}
      <span>{t("pointsUnit", { count: points })}</span>
    </p>
  );
}
