import { answerOf, api } from "../http.ts";
import type { Activity } from "../wire.ts";

/** The points that count for a member's tier: `GET /member/{id}/currentMembershipPoint`. */
export const getMembershipPoints = async (id: number, signal?: AbortSignal): Promise<number> =>
  (
    await answerOf(
      api().GET("/member/{member_id}/currentMembershipPoint", {
        params: { path: { member_id: id } },
        signal,
      }),
    )
  ).currentMemberMembershipPoint;

/** What happened to a member's points, newest first: `GET /member/{id}/activityHistory`. */
export const getActivities = async (
  id: number,
  { limit, offset, signal }: { limit?: number; offset?: number; signal?: AbortSignal } = {},
): Promise<Activity[]> =>
  (
    await answerOf(
      api().GET("/member/{member_id}/activityHistory", {
        params: {
          path: { member_id: id },
          query: { sort: "createdAt", order: "desc", limit, offset },
        },
        signal,
      }),
    )
  ).memberActivityHistoryList;
