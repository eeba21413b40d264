import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** What somebody proposed and another person decides, as it is and as it would be; `whyNot`: why one cannot decide it. */
export type Approval = Schema<"Approval">;

/** What becomes of a proposal; an empty `reason` is none. */
export interface Decision {
  kind: Approval["kind"];
  id: number;
  verdict: "approve" | "refuse" | "withdraw";
  reason: string;
}

/** A page of what waits at one's outlets and of one's own proposals, the oldest first: `GET /staff/approval`. */
export const getApprovals = async (
  query: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<Approval[]> =>
  (
    await staffBody(() =>
      api().GET("/staff/approval", { params: { query: { ...query, order: "asc" } }, signal }),
    )
  ).approvalList;

/**
 * Does or refuses what another person proposed, or withdraws what one has proposed oneself:
 * `POST /staff/approval/{kind}/{id}/approve`, `/refuse` and `/withdraw`. A 409 `decided` says who was quicker.
 */
export async function decide({ kind, id, verdict, reason }: Decision): Promise<void> {
  const sent = {
    params: { path: { kind, approval_id: id } },
    body: reason === "" ? {} : { reason },
  };
  await staffBody(() => {
    switch (verdict) {
      case "approve":
        return api().POST("/staff/approval/{kind}/{approval_id}/approve", sent);
      case "refuse":
        return api().POST("/staff/approval/{kind}/{approval_id}/refuse", sent);
      case "withdraw":
        return api().POST("/staff/approval/{kind}/{approval_id}/withdraw", sent);
    }
  });
}
