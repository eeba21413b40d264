import { send } from "./requests.ts";

/** What becomes of a proposal. */
export type Verdict = "approve" | "refuse" | "withdraw";

/** Approves, refuses or withdraws a proposal; an empty reason is none. A 409 `decided` says who was quicker. */
export function sendDecision(approvalId: number, verdict: Verdict, reason: string) {
  const path = { approval_id: approvalId };
  const why = reason === "" ? {} : { reason };
  return verdict === "withdraw"
    ? send("POST /staff/approval/{approval_id}/withdraw", path, why)
    : send("POST /staff/approval/{approval_id}/decision", path, { decision: verdict, ...why });
}
