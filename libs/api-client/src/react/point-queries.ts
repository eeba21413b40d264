import type { UseQueryResult } from "@tanstack/react-query";

import { getActivities, getMembershipPoints } from "../calls/points.ts";
import { RECENT_LIMIT, recentActivities } from "../rules/points.ts";
import type { Activity } from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberQuery } from "./member-query.ts";

/** The points that count for the signed-in member's tier. */
export const useMembershipPoints = (): UseQueryResult<number> =>
  useMemberQuery(keys.membershipPoints, getMembershipPoints);

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
