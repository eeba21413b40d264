import { api, responseBody } from "../http.ts";
import { asActivity, asBill, asPointTotals, listOf } from "../rules/records.ts";
import type { Activity, Bill, PointTotals, Tier } from "../wire.ts";

/** The points that count for a member's tier, and the day by which earning any keeps it. */
export interface TierPoints {
  points: number;
  /** `YYYY-MM-DD` in Malaysia; null where nothing can be lost. */
  keepTierBy: string | null;
}

/** The points of a member's tier: `GET /member/{id}/currentMembershipPoint`. */
export const getTierPoints = async (id: number, signal?: AbortSignal): Promise<TierPoints> => {
  const answer = await responseBody(
    api().GET("/member/{member_id}/currentMembershipPoint", {
      params: { path: { member_id: id } },
      signal,
    }),
  );
  return { points: answer.currentMemberMembershipPoint, keepTierBy: answer.keepTierBy };
};

interface ActivityPage {
  limit?: number;
  offset?: number;
  /** Only these actions; without any, all. */
  actionIds?: (1 | 2 | 3 | 4 | 5)[];
  /** From this instant on. */
  since?: string;
  signal?: AbortSignal;
}

/** What happened to a member's points, newest first: `GET /member/{id}/activityHistory`. */
export const getActivities = async (
  id: number,
  { limit, offset, actionIds, since, signal }: ActivityPage = {},
): Promise<Activity[]> =>
  listOf(
    (
      await responseBody(
        api().GET("/member/{member_id}/activityHistory", {
          params: {
            path: { member_id: id },
            query: {
              sort: "createdAt",
              order: "desc",
              limit,
              offset,
              actionId: actionIds,
              CreatedStartAt: since,
            },
          },
          signal,
        }),
      )
    ).memberActivityHistoryList,
    asActivity,
  );

/** What a member earned and used in this Malaysian month: `GET /member/{id}/pointTotals`. */
export const getPointTotals = async (id: number, signal?: AbortSignal): Promise<PointTotals> =>
  asPointTotals(
    await responseBody(
      api().GET("/member/{member_id}/pointTotals", {
        params: { path: { member_id: id } },
        signal,
      }),
    ),
  );

/** A member's newest bills: `GET /memberEarn?memberId&limit&sort&order`. */
export const getBills = async (
  id: number,
  { limit, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<Bill[]> =>
  listOf(
    (
      await responseBody(
        api().GET("/memberEarn", {
          params: { query: { memberId: id, limit, sort: "createdAt", order: "desc" } },
          signal,
        }),
      )
    ).memberEarnList,
    asBill,
  );

/** The tiers of the programme, lowest first: `GET /membership`. */
export const getTiers = async (signal?: AbortSignal): Promise<Tier[]> =>
  (await responseBody(api().GET("/membership", { signal }))).membershipList.toSorted(
    (one, other) => one.level - other.level,
  );

/** One tier. The wire spells the path in two ways, `/membership` and `/memberShip`; this is the first. */
export const getTier = (id: number, signal?: AbortSignal): Promise<Tier> =>
  responseBody(
    api().GET("/membership/{membership_id}", { params: { path: { membership_id: id } }, signal }),
  );
