import { sendDecision, type Verdict } from "../../queries/decisions.ts";
import { useChange, usePages } from "../../queries/queries.ts";
import { call, type Schema } from "../../queries/requests.ts";
import { todayOptions } from "../../queries/today.ts";

/** What a user proposed and another person decides, as it is and as it would be; `whyNot`: why the user cannot decide it. */
export type Approval = Schema<"Approval">;

/** What becomes of a proposal; an empty `reason` is none. */
export interface Decision {
  id: number;
  verdict: Verdict;
  reason: string;
}

const list = ["staff", "approvals"];

/** What waits at the user's outlets for a second person, and the user's own proposals, the oldest first. */
export const useApprovals = () =>
  usePages(list, async (page, signal) => {
    const params = { query: { ...page, order: "asc" as const } };
    return (await call("GET /staff/approval", { params, signal })).approvalList;
  });

/** What was decided in the last 30 days, the newest decision first. */
export const useDecided = () =>
  usePages(
    [...list, "decided"],
    async (page, signal) => {
      const params = { query: { ...page, decided: true } };
      return (await call("GET /staff/approval", { params, signal })).approvalList;
    },
    { size: 20 },
  );

/**
 * Does or refuses what another person proposed, or withdraws what one has proposed oneself. A 409 `decided` says who was
 * quicker.
 */
export const useDecide = () =>
  useChange(
    ({ id, verdict, reason }: Decision) => sendDecision(id, verdict, reason),
    list,
    todayOptions.queryKey,
  );
