import { useChange, usePages, useSend } from "../../queries/queries.ts";
import { type BodyOf, call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** An entry of a member's ledger, with its receipt, till, cashier or reason. */
export type Movement = Schema<"Movement">;
/** The fields of a record that are corrected; `email` null removes it. */
export type Correction = Omit<Schema<"Correction">, "reason">;

/** A member in a list, by a shortened name. */
export type ListedMember = Schema<"ListedMember">;
export type MemberOrder = Pick<QueryOf<"GET /staff/member">, "sort" | "outletId">;

/** The members who came last, or joined last, at all of the user's outlets or at one. */
export const useMemberList = (order: MemberOrder) =>
  usePages(
    ["staff", "members", order],
    async (page, signal) => {
      const params = { query: { ...page, ...order } };
      return (await call("GET /staff/member", { params, signal })).memberList;
    },
    { size: 25 },
  );

const historyKey = (memberId: number) => ["staff", "member", memberId, "history"];

/** What moves points, as a history is narrowed to it. */
export const SOURCES = ["bill", "voucher", "adjustment"] as const;
export type Source = (typeof SOURCES)[number];

/** The ledger of a member, newest first, of one source or of all, within half an hour of the look-up. It is not kept. */
export const useMemberHistory = (memberId: number, source?: Source) =>
  usePages(
    [...historyKey(memberId), source],
    async (page, signal) => {
      const query = { ...page, ...(source && { sourceType: source }) };
      const params = { path: { member_id: memberId }, query };
      return (await call("GET /staff/member/{member_id}/history", { params, signal })).movementList;
    },
    { size: 10, gcTime: 0, refetchOnMount: true },
  );

export const useCorrectMember = (memberId: number) =>
  useSend("POST /staff/member/{member_id}/correct", { member_id: memberId });

/** Adjusts a member's points, negative ones are taken, once for each key, or proposes it; their history follows. */
export const useAdjustPoints = (memberId: number, idempotencyKey: string) =>
  useChange(
    (body: BodyOf<"POST /staff/member/{member_id}/adjust">) =>
      call("POST /staff/member/{member_id}/adjust", {
        params: {
          path: { member_id: memberId },
          header: { "Idempotency-Key": idempotencyKey },
        },
        body,
      }),
    historyKey(memberId),
  );

export const useSignMemberOut = (memberId: number) =>
  useSend("POST /staff/member/{member_id}/sign-out", { member_id: memberId });

export const useExportMember = (memberId: number) =>
  useSend("POST /staff/member/{member_id}/export", { member_id: memberId });

export const useEraseMember = (memberId: number) =>
  useSend("POST /staff/member/{member_id}/erase", { member_id: memberId });

/** Clears the wrong codes of a number, a member's or not; returns how many there were. */
export const useUnlockNumber = () => useSend("POST /staff/number/unlock", {});
