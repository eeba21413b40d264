import { skipToken, useInfiniteQuery, useQuery, type UseQueryResult } from "@tanstack/react-query";

import {
  getActivities,
  getBills,
  getPointTotals,
  getTierPoints,
  getTiers,
  type TierPoints,
} from "../calls/points.ts";
import { LISTED_ACTIONS, RECENT_LIMIT } from "../rules/points.ts";
import type { Activity, Bill, PointTotals, Tier } from "../wire.ts";
import { keys, useMemberQuery } from "./queries.ts";
import { useMemberId } from "./session.ts";

/** The points that count for the signed-in member's tier. */
export const useMembershipPoints = (): UseQueryResult<number> =>
  useMemberQuery(keys.membershipPoints, getTierPoints, { select: pointsOf });

/** The day by which earning any points keeps the signed-in member's tier, or null. */
export const useKeepTierBy = (): UseQueryResult<string | null> =>
  useMemberQuery(keys.membershipPoints, getTierPoints, { select: dayOf });

const pointsOf = ({ points }: TierPoints) => points;
const dayOf = ({ keepTierBy }: TierPoints) => keepTierBy;

/** How many bills the points screen shows (spec 001 §9). */
const BILLS = 3;

/** The signed-in member's newest bills, pending ones included. */
export const useBills = (often: { refetchIntervalMs?: number } = {}): UseQueryResult<Bill[]> =>
  useMemberQuery(keys.bills, (id, signal) => getBills(id, { limit: BILLS, signal }), often);

/** What the signed-in member earned and used in this Malaysian month. */
export const usePointTotals = (): UseQueryResult<PointTotals> =>
  useMemberQuery(keys.pointTotals, getPointTotals);

/** The signed-in member's last three activities, without adjustments (spec 000 §4). */
export const useRecentActivities = (): UseQueryResult<Activity[]> =>
  useMemberQuery(keys.recentActivities, (id, signal) =>
    getActivities(id, { limit: RECENT_LIMIT, actionIds: LISTED_ACTIONS, signal }),
  );

/** How many activities one response has at most (libs/api-client/openapi.json). */
const PAGE = 100;

/** Which activities, and what this choice is cached under. */
interface ActivityChoice {
  name: string;
  /** Only these actions; without any, all. */
  actionIds?: (1 | 2 | 3 | 4 | 5)[];
  /** The instant from which on, evaluated when the first page is fetched. */
  since: () => Date;
}

/** The signed-in member's activities, newest first, adjustments included, a page of 100 after the other. */
export function useActivities({ name, actionIds, since }: ActivityChoice) {
  const memberId = useMemberId();
  return useInfiniteQuery({
    queryKey: keys.activities(memberId, name),
    queryFn:
      memberId === null
        ? skipToken
        : ({ pageParam: offset, signal }) =>
            getActivities(memberId, {
              limit: PAGE,
              offset,
              since: since().toISOString(),
              ...(actionIds && { actionIds }),
              signal,
            }),
    initialPageParam: 0,
    getNextPageParam: (last: Activity[], all: Activity[][]) =>
      last.length === PAGE ? all.length * PAGE : undefined,
    select: joined,
  });
}

/** The pages as one list, each entry once: an entry that is added between two pages moves the later one. */
function joined({ pages }: { pages: Activity[][] }): Activity[] {
  return [...new Map(pages.flat().map((one) => [one.id, one])).values()];
}

/** The tiers of the programme, lowest first. */
export const useTiers = (): UseQueryResult<Tier[]> =>
  useQuery({ queryKey: keys.tiers, queryFn: ({ signal }) => getTiers(signal) });
