import { call, type Schema } from "./requests.ts";

/** What becomes of a proposal. */
export type Verdict = "approve" | "refuse" | "withdraw";

/** Approves, refuses or withdraws a proposal; an empty reason is none. A 409 `decided` says who was quicker. */
export const sendDecision = (
  kind: Schema<"Approval">["kind"] | "programme" | "broadcast",
  approvalId: number,
  verdict: Verdict,
  reason: string,
) =>
  call(`POST /staff/approval/{kind}/{approval_id}/${verdict}`, {
    params: { path: { kind, approval_id: approvalId } },
    body: reason === "" ? {} : { reason },
  });
