import { pointsToGo, tierProgress } from "@loyalty/api-client";

/** What is known of a member's way to the next tier. */
export type Standing =
  | { status: "loading" }
  /** The records could not be loaded. */
  | { status: "failed" }
  /** The records are there and do not fit together. */
  | { status: "unclear" }
  /** There is no next tier. */
  | { status: "top"; current: number }
  | {
      status: "climbing";
      /** Points that count for the tier. */
      current: number;
      target: number;
      percent: number;
      missing: number;
      nextName: string;
    };

interface TierRecord {
  level: number;
  name: string;
  upLevelPointAmount: number;
}

/**
 * Where a member of `level` stands with `points` that count for the tier. The next level is level + 1, otherwise
 * there is none (spec 000 §2).
 */
export function standingOf(points: number, level: number, tiers: readonly TierRecord[]): Standing {
  const tier = tiers.find((candidate) => candidate.level === level);
  if (!tier || !Number.isFinite(points)) return { status: "unclear" };
  const next = tiers.find((candidate) => candidate.level === level + 1);
  if (!next) return { status: "top", current: points };
  const target = tier.upLevelPointAmount;
  return {
    status: "climbing",
    current: points,
    target,
    percent: tierProgress(points, target),
    missing: pointsToGo(points, target),
    nextName: next.name,
  };
}
