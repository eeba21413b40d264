import { navTier } from "@loyalty/api-client";

import { memberTexts } from "../texts/member.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./tier-badge.module.css";

interface TierBadgeProps {
  /** 0 to 3: the colours go by level, since the specs name the tiers twice. */
  level: number;
  /** The record's name; otherwise the navigation's by level: Bronze, Silver, Gold, Platinum. */
  name?: string;
}

/** A member's tier as a small coloured pill. */
export function TierBadge({ level, name }: TierBadgeProps) {
  const t = useTexts(memberTexts);
  return (
    <span className={styles.badge} data-level={Math.min(Math.max(level, 0), 3)}>
      {name || t(`tier.${navTier(level)}`)}
    </span>
  );
}
