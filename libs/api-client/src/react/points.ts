import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, responseBody } from "../http.ts";
import { asActivity, asBill, asPointTotals, listOf } from "../rules/records.ts";
import { LISTED_ACTIONS, RECENT_LIMIT, TIERS, type TierRule, tiersOf } from "../rules/points.ts";
import { fetchTiers } from "./programme-tiers.ts";
import { keys, useMemberPages, useMemberQuery, type MemberParams } from "./queries.ts";

/**
 * The points that count for the signed-in member's tier, and the day (`YYYY-MM-DD` in Malaysia) by which earning any keeps
 * it, null where nothing can be lost: `GET /member/{id}/currentMembershipPoint`.
 */
async function getTierPoints(params: MemberParams, signal: AbortSignal) {
  const answer = await responseBody(
    api().GET("/member/{member_id}/currentMembershipPoint", { params, signal }),
  );
  return { points: answer.currentMemberMembershipPoint, keepTierBy: answer.keepTierBy };
}

/** The points that count for the signed-in member's tier. */
export const useMembershipPoints = () =>
  useMemberQuery(keys.membershipPoints, getTierPoints, { select: ({ points }) => points });

/** The day by which earning any points keeps the signed-in member's tier, or null. */
export const useKeepTierBy = () =>
  useMemberQuery(keys.membershipPoints, getTierPoints, { select: ({ keepTierBy }) => keepTierBy });

/** How many bills the points screen shows (spec 001 §9). */
const BILLS = 3;

/** The signed-in member's newest bills, pending ones included: `GET /memberEarn?memberId&limit&sort&order`. */
export const useBills = ({ refetchIntervalMs }: { refetchIntervalMs?: number } = {}) =>
  useMemberQuery(
    keys.bills,
    async ({ path }, signal) => {
      const query = {
        memberId: path.member_id,
        limit: BILLS,
        sort: "createdAt",
        order: "desc",
      } as const;
      const answer = await responseBody(api().GET("/memberEarn", { params: { query }, signal }));
      return listOf(answer.memberEarnList, asBill);
    },
    { refetchInterval: refetchIntervalMs ?? false },
  );

/** What the signed-in member earned and used in this Malaysian month: `GET /member/{id}/pointTotals`. */
export const usePointTotals = () =>
  useMemberQuery(keys.pointTotals, async (params, signal) =>
    asPointTotals(
      await responseBody(api().GET("/member/{member_id}/pointTotals", { params, signal })),
    ),
  );

type ActionIds = (1 | 2 | 3 | 4 | 5)[];

interface ActivityQuery {
  limit: number;
  offset?: number;
  /** Only these actions; without any, all. */
  actionId?: ActionIds;
  /** From this instant on. */
  CreatedStartAt?: string;
}

/** What happened to a member's points, newest first: `GET /member/{id}/activityHistory`. */
async function getActivities(params: MemberParams, query: ActivityQuery, signal: AbortSignal) {
  const answer = await responseBody(
    api().GET("/member/{member_id}/activityHistory", {
      params: { ...params, query: { sort: "createdAt", order: "desc", ...query } },
      signal,
    }),
  );
  return listOf(answer.memberActivityHistoryList, asActivity);
}

/** The signed-in member's last three activities, without adjustments (spec 000 §4). */
export const useRecentActivities = () =>
  useMemberQuery(keys.recentActivities, (params, signal) =>
    getActivities(params, { limit: RECENT_LIMIT, actionId: LISTED_ACTIONS }, signal),
  );

/** How many activities one response has at most (libs/api-client/openapi.json). */
const PAGE = 100;

/** Which activities, and what this choice is cached under. */
interface ActivityChoice {
  name: string;
  /** Only these actions; without any, all. */
  actionIds?: ActionIds;
  /** The instant from which on, evaluated when a page is fetched. */
  since: () => Date;
}

/** The signed-in member's activities, newest first, adjustments included, a page of 100 after the other. */
export const useActivities = ({ name, actionIds, since }: ActivityChoice) =>
  useMemberPages(
    (memberId) => keys.activities(memberId, name),
    PAGE,
    (params, page, signal) => {
      const query = { ...page, actionId: actionIds, CreatedStartAt: since().toISOString() };
      return getActivities(params, query, signal);
    },
  );

const tiersOptions = queryOptions({
  queryKey: keys.tiers,
  queryFn: ({ signal }) => fetchTiers(signal),
});

/** The tiers of the programme, lowest first. */
export const useTiers = () => useQuery(tiersOptions);

/** Their floors and multipliers; those of the documents until the API has sent the current ones. */
export const useTierRules = (): readonly TierRule[] =>
  useQuery({ ...tiersOptions, select: tiersOf }).data ?? TIERS;
