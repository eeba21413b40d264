import { useMember, useMembershipPoints, useTiers } from "@loyalty/api-client/react";

import { standingOf, type Standing } from "./standing.ts";

/** The signed-in member's way to the next tier, from the three records it takes, and how to ask for them again. */
export function useStanding(): { standing: Standing; retry: () => void } {
  const member = useMember();
  const points = useMembershipPoints();
  const tiers = useTiers();
  const queries = [member, points, tiers];

  const retry = () => {
    for (const query of queries) if (query.isError) void query.refetch();
  };
  if (member.data && points.data !== undefined && tiers.data) {
    return { standing: standingOf(points.data, member.data.membershipLevel, tiers.data), retry };
  }
  const failed = queries.some(({ isError }) => isError);
  return { standing: { status: failed ? "failed" : "loading" }, retry };
}
