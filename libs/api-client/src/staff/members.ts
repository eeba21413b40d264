import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** A member as somebody's role shows them; not `isWhole`: number and e-mail are masked. */
export type MemberView = Schema<"MemberView">;
/** An entry of a member's ledger, with its receipt, till, cashier or reason. */
export type Movement = Schema<"Movement">;
/** One way to name a member, and why they are looked up. */
export type MemberSearch = Schema<"FindMember">;
/** The fields of a record that are corrected; `email` null removes it. */
export type Correction = Omit<Schema<"Correction">, "reason">;
/** `isDone`, or the number of the proposal that waits for another person. */
export type Corrected = Schema<"Corrected">;
/** `state` done, or waiting for another person. */
export type Adjusted = Schema<"Adjusted">;
/** How many sign-ins ended, and how many passkeys were deleted. */
export type SignedOut = Schema<"SignedOut">;
/** Everything that is stored about a member. */
export type MemberExport = Schema<"Export">;

/** One member; the look-up is logged with its reason: `POST /staff/member/find`. */
export const findMember = (body: MemberSearch): Promise<MemberView> =>
  staffBody(() => api().POST("/staff/member/find", { body }));

const ofMember = (memberId: number) => ({ path: { member_id: memberId } });

/** A page of a member's ledger, newest first, within half an hour of the look-up: `GET /staff/member/{id}/history`. */
export const getMemberHistory = async (
  memberId: number,
  query: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<Movement[]> =>
  (
    await staffBody(() =>
      api().GET("/staff/member/{member_id}/history", {
        params: { ...ofMember(memberId), query },
        signal,
      }),
    )
  ).movementList;

/** Corrects a record, or proposes it: `POST /staff/member/{id}/correct`. */
export const correctMember = (
  memberId: number,
  changes: Correction,
  reason: string,
): Promise<Corrected> =>
  staffBody(() =>
    api().POST("/staff/member/{member_id}/correct", {
      params: ofMember(memberId),
      body: { ...changes, reason },
    }),
  );

/** Points to add, negative ones to take. */
export interface Adjustment {
  points: number;
  countsForTier: boolean;
  reason: string;
}

/** Adjusts a member's points, once for each key, or proposes it: `POST /staff/member/{id}/adjust`. */
export const adjustPoints = (
  memberId: number,
  body: Adjustment,
  idempotencyKey: string,
): Promise<Adjusted> =>
  staffBody(() =>
    api().POST("/staff/member/{member_id}/adjust", {
      params: { ...ofMember(memberId), header: { "Idempotency-Key": idempotencyKey } },
      body,
    }),
  );

/** Signs a member out everywhere and deletes their passkeys: `POST /staff/member/{id}/sign-out`. */
export const signMemberOut = (memberId: number, reason: string): Promise<SignedOut> =>
  staffBody(() =>
    api().POST("/staff/member/{member_id}/sign-out", {
      params: ofMember(memberId),
      body: { reason },
    }),
  );

/** Everything that is stored about a member, for them: `POST /staff/member/{id}/export`. */
export const exportMember = (memberId: number, reason: string): Promise<MemberExport> =>
  staffBody(() =>
    api().POST("/staff/member/{member_id}/export", {
      params: ofMember(memberId),
      body: { reason },
    }),
  );

/** Erases a member who asked for it: `POST /staff/member/{id}/erase`. */
export async function eraseMember(memberId: number, reason: string): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/member/{member_id}/erase", { params: ofMember(memberId), body: { reason } }),
  );
}

/** Clears the wrong codes of a number, a member's or not; gives how many there were: `POST /staff/number/unlock`. */
export const unlockNumber = async (body: {
  callingCode: string;
  mobileNumber: string;
  reason: string;
}): Promise<number> =>
  (await staffBody(() => api().POST("/staff/number/unlock", { body }))).failureCount;
