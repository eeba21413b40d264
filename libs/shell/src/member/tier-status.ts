import { useMember } from "@loyalty/api-client/react/members";
import { useMembershipPoints, useTiers } from "@loyalty/api-client/react/points";
import {
  nextTier,
  pointsToGo,
  tierProgress,
  type TierRule,
} from "@loyalty/api-client/rules/points";

type TierRecord = Pick<TierRule, "level" | "name" | "upLevelPointAmount">;

/**
 * The way to the next tier of a member of `level` with `points` that count for the tier (spec 000 §2).
 *
 * @returns `unclear` where the records do not fit together, `top` where there is no next tier
 */
export function tierStatusOf(points: number, level: number, tiers: readonly TierRecord[]) {
  const tier = tiers.find((candidate) => candidate.level === level);
  if (!tier || !Number.isFinite(points)) return { status: "unclear" } as const;
  const next = nextTier(level, tiers);
  if (!next) return { status: "top" } as const;
  const target = tier.upLevelPointAmount;
  return {
    status: "climbing",
    current: points,
    target,
    percent: tierProgress(points, target),
    missing: pointsToGo(points, target),
    nextName: next.name,
  } as const;
}

/** The same of the signed-in member, or why it is not known. */
export type TierStatus = ReturnType<typeof tierStatusOf> | { status: "loading" | "failed" };

/**
 * The signed-in member's way to the next tier, from the three records it takes, and how to ask for them again.
 *
 * @returns `failure`: what could not be had, in the words of spec 000 §8, where "level" says that no tier fits the record
 */
export function useTierStatus() {
  const member = useMember();
  const points = useMembershipPoints();
  const tiers = useTiers();
  const queries = { member, points, tiers };

  // What was known before is shown, and the app shows how old it is: that is no failure.
  // While another part is still being asked for, Try Again would leave it out: then the failure waits for its answer.
  const asking = Object.values(queries).some((query) => query.isLoading);
  const failed = (["member", "points", "tiers"] as const).find(
    (what) => !asking && queries[what].isLoadingError,
  );
  const tierStatus: TierStatus =
    member.data && points.data !== undefined && tiers.data
      ? tierStatusOf(points.data, member.data.membershipLevel, tiers.data)
      : { status: failed ? "failed" : "loading" };
  const isUnclear = tierStatus.status === "unclear";
  const what = failed ?? (isUnclear ? ("level" as const) : undefined);
  const failure = what && { what, error: failed ? queries[failed].error : null };
  const retry = () => {
    for (const query of Object.values(queries)) {
      if (query.isError || isUnclear) void query.refetch();
    }
  };
  return { tierStatus, failure, retry };
}
