import { queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { errorFromResponse, networkError } from "../errors.ts";
import { api, responseBody } from "../http.ts";
import { asActivity, asBill, asPointTotals, listOf } from "../rules/records.ts";
import { LISTED_ACTIONS, RECENT_LIMIT, TIERS, type TierRule, tiersOf } from "../rules/points.ts";
import type { Bill } from "../wire.ts";
import { keys, paramsOf, useMemberPages, useMemberQuery, type MemberParams } from "./queries.ts";
import { useMemberId } from "./session.ts";

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
export const useBills = () =>
  useMemberQuery(keys.bills, async ({ path }, signal) => {
    const query = {
      memberId: path.member_id,
      limit: BILLS,
      sort: "createdAt",
      order: "desc",
    } as const;
    const answer = await responseBody(api().GET("/memberEarn", { params: { query }, signal }));
    return listOf(answer.memberEarnList, asBill);
  });

/** The newest bill and the points, with the ETag of the response that had them. */
export interface LatestBill {
  tag: string;
  bill: Bill | null;
  points: number;
  /** When it came, ms since the epoch by this device. */
  at: number;
}

/** How often the newest bill is asked for: at first, and when nothing was new or touched for two minutes. */
const POLL_INTERVAL_MS = 3000;
const IDLE_POLL_INTERVAL_MS = 10_000;
const IDLE_AFTER_MS = 120_000;

/** The same on the pages that have no code to show. */
const AWAY_POLL_INTERVAL_MS = 30_000;

/**
 * The signed-in member's newest bill: `GET /member/{id}/latestBill`, asked for while the page is visible, `at-till` every
 * three seconds, and every ten two minutes after the page was opened, returned to or touched and the bill was new; `away`
 * every thirty. `cached` asks at no interval, for a page where another component does. What it was stays where the server
 * does not answer, or does not know the call.
 */
export function useLatestBill(pace: "at-till" | "away" | "cached"): LatestBill | undefined {
  const client = useQueryClient();
  const memberId = useMemberId();
  const [begun, setBegun] = useState(Date.now);
  useEffect(() => {
    if (pace !== "at-till") return;
    const begin = () => document.visibilityState === "visible" && setBegun(Date.now());
    document.addEventListener("visibilitychange", begin);
    document.addEventListener("pointerdown", begin);
    return () => {
      document.removeEventListener("visibilitychange", begin);
      document.removeEventListener("pointerdown", begin);
    };
  }, [pace]);
  const { data } = useQuery({
    queryKey: keys.latestBill(memberId),
    queryFn:
      memberId === null
        ? skipToken
        : ({ signal }) =>
            getLatestBill(memberId, client.getQueryData(keys.latestBill(memberId)), signal),
    refetchInterval: ({ state }) => {
      if (pace !== "at-till") return pace === "away" && AWAY_POLL_INTERVAL_MS;
      if (state.error !== null) return IDLE_POLL_INTERVAL_MS;
      const since = Math.max(begun, state.data?.at ?? 0);
      return Date.now() - since < IDLE_AFTER_MS ? POLL_INTERVAL_MS : IDLE_POLL_INTERVAL_MS;
    },
    refetchOnWindowFocus: "always",
    staleTime: 0,
    retry: false,
  });
  return data;
}

async function getLatestBill(
  memberId: number,
  known: LatestBill | undefined,
  signal: AbortSignal,
): Promise<LatestBill> {
  const call = api().GET("/member/{member_id}/latestBill", {
    params: paramsOf(memberId),
    headers: known ? { "If-None-Match": known.tag } : {},
    signal,
  });
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw networkError(cause);
  });
  if (response.status === NOT_MODIFIED && known) return known;
  if (!data) throw errorFromResponse(response, error);
  return {
    tag: response.headers.get("ETag") ?? "",
    bill: data.memberEarn && asBill(data.memberEarn),
    points: data.memberPointAmount,
    at: Date.now(),
  };
}

const NOT_MODIFIED = 304;

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
const PAGE_SIZE = 100;

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
    PAGE_SIZE,
    (params, page, signal) => {
      const query = { ...page, actionId: actionIds, CreatedStartAt: since().toISOString() };
      return getActivities(params, query, signal);
    },
  );

const tiersOptions = queryOptions({
  queryKey: keys.tiers,
  queryFn: async ({ signal }) => {
    const { membershipList } = await responseBody(api().GET("/membership", { signal }));
    return membershipList.toSorted((one, other) => one.level - other.level);
  },
});

export const useTiers = () => useQuery(tiersOptions);

/** Their floors and multipliers; those of the documents until the API has sent the current ones. */
export const useTierRules = (enabled = true): readonly TierRule[] =>
  // Who shows that they could not be loaded tries again, not who appears meanwhile.
  useQuery({ ...tiersOptions, enabled, select: tiersOf, retryOnMount: false }).data ?? TIERS;
