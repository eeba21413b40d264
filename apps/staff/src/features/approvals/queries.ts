import { api } from "@loyalty/api-client/http.ts";

import { useChange, usePages } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";
import { staffKeys } from "../../queries/session.tsx";

/** What somebody proposed and another person decides, as it is and as it would be; `whyNot`: why one cannot decide it. */
export type Approval = Schema<"Approval">;

/** What becomes of a proposal; an empty `reason` is none. */
export interface Decision {
  kind: Approval["kind"];
  id: number;
  verdict: "approve" | "refuse" | "withdraw";
  reason: string;
}

const list = ["staff", "approvals"];

/** What waits at one's outlets for a second person, and one's own proposals, the oldest first: `GET /staff/approval`. */
export const useApprovals = () =>
  usePages<Approval>(
    list,
    async (page, signal) => {
      const params = { query: { ...page, order: "asc" as const } };
      return (await staffBody(() => api().GET("/staff/approval", { params, signal }))).approvalList;
    },
    { idOf: ({ kind, id }) => `${kind} ${id}` },
  );

/**
 * Does or refuses what another person proposed, or withdraws what one has proposed oneself:
 * `POST /staff/approval/{kind}/{id}/approve`, `/refuse` and `/withdraw`. A 409 `decided` says who was quicker.
 */
export const useDecide = () =>
  useChange(
    ({ kind, id, verdict, reason }: Decision) => {
      const sent = {
        params: { path: { kind, approval_id: id } },
        body: reason === "" ? {} : { reason },
      };
      return staffBody(() => {
        switch (verdict) {
          case "approve":
            return api().POST("/staff/approval/{kind}/{approval_id}/approve", sent);
          case "refuse":
            return api().POST("/staff/approval/{kind}/{approval_id}/refuse", sent);
          case "withdraw":
            return api().POST("/staff/approval/{kind}/{approval_id}/withdraw", sent);
        }
      });
    },
    list,
    staffKeys.today,
  );
