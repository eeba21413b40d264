import { useMember, useMembershipPoints, useTiers } from "@loyalty/api-client/react";

import { standingOf, type Standing } from "./standing.ts";

/** What could not be had, in the words of spec 000 §8: the record, the points, the tiers; or none fits the record. */
export type StandingFailure = {
  what: "member" | "points" | "tiers" | "level";
  error: Error | null;
};

/** The signed-in member's way to the next tier, from the three records it takes, and how to ask for them again. */
export function useStanding(): {
  standing: Standing;
  failure: StandingFailure | null;
  retry: () => void;
} {
  const member = useMember();
  const points = useMembershipPoints();
  const tiers = useTiers();
  const queries = { member, points, tiers };

  // Without a network the last known card stands, and the host says how old it is: that is no failure to put right.
  // While another part is still being asked for, Try Again would leave it out: then the failure waits for its answer.
  const asking = Object.values(queries).some((query) => query.isLoading);
  const failed = (["member", "points", "tiers"] as const).find(
    (what) =>
      !asking && queries[what].isError && (queries[what].data === undefined || navigator.onLine),
  );
  const standing: Standing =
    member.data && points.data !== undefined && tiers.data
      ? standingOf(points.data, member.data.membershipLevel, tiers.data)
      : { status: failed ? "failed" : "loading" };

  const failure: StandingFailure | null = failed
    ? { what: failed, error: queries[failed].error }
    : standing.status === "unclear"
      ? { what: "level", error: null }
      : null;
  const retry = () => {
    for (const query of Object.values(queries)) {
      if (query.isError || standing.status === "unclear") void query.refetch();
    }
  };
  return { standing, failure, retry };
}
