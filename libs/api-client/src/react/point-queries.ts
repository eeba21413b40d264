import type { UseQueryResult } from "@tanstack/react-query";

import { getActivities, getBills, getTierStanding, type TierStanding } from "../calls/points.ts";
import { getSpendings } from "../calls/vouchers.ts";
import { RECENT_LIMIT, recentActivities } from "../rules/points.ts";
import type { Activity, Bill, Spending } from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberQuery } from "./member-query.ts";

/** The points that count for the signed-in member's tier. */
export const useMembershipPoints = (): UseQueryResult<number> =>
  useMemberQuery(keys.membershipPoints, getTierStanding, { select: pointsOf });

/** The day by which earning any points keeps the signed-in member's tier, or null. */
export const useKeepTierBy = (): UseQueryResult<string | null> =>
  useMemberQuery(keys.membershipPoints, getTierStanding, { select: dayOf });

const pointsOf = ({ points }: TierStanding) => points;
const dayOf = ({ keepTierBy }: TierStanding) => keepTierBy;

/** How many bills the points screen shows (spec 001 §9). */
const BILLS = 3;

/** The signed-in member's newest bills, pending ones included. */
export const useBills = (often: { askAgainEveryMs?: number } = {}): UseQueryResult<Bill[]> =>
  useMemberQuery(keys.bills, (id, signal) => getBills(id, { limit: BILLS, signal }), often);

/** What the signed-in member spent points on between two instants. */
export const useSpendings = (window: { from: string; until: string }): UseQueryResult<Spending[]> =>
  useMemberQuery(
    (id) => keys.spendings(id, window.from),
    (_, signal) => getSpendings(window, signal),
  );

/** The signed-in member's last three activities, adjustments left out (spec 000 §4). */
export const useRecentActivities = (): UseQueryResult<Activity[]> =>
  useMemberQuery(keys.recentActivities, async (id, signal) =>
    recentActivities(await getActivities(id, { limit: RECENT_LIMIT, signal })),
  );

/** How many activities one answer holds at most (`docs/api-contract.md`). */
const HISTORY_LIMIT = 100;

/** The signed-in member's activities, newest first, adjustments included. */
export const useActivities = (): UseQueryResult<Activity[]> =>
  useMemberQuery(keys.activities, (id, signal) =>
    getActivities(id, { limit: HISTORY_LIMIT, signal }),
  );
