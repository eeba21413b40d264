import { api } from "@loyalty/api-client/http.ts";
import { useMutation } from "@tanstack/react-query";

import { useChange, usePages } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

/** An entry of a member's ledger, with its receipt, till, cashier or reason. */
export type Movement = Schema<"Movement">;
/** The fields of a record that are corrected; `email` null removes it. */
export type Correction = Omit<Schema<"Correction">, "reason">;

const historyKey = (memberId: number) => ["staff", "member", memberId, "history"];
const ofMember = (memberId: number) => ({ path: { member_id: memberId } });

/**
 * The ledger of a member, newest first, within half an hour of the look-up: `GET /staff/member/{id}/history`. It is not
 * kept.
 */
export const useMemberHistory = (memberId: number) =>
  usePages<Movement>(
    historyKey(memberId),
    async (query, signal) => {
      const params = { ...ofMember(memberId), query };
      const found = await staffBody(() =>
        api().GET("/staff/member/{member_id}/history", { params, signal }),
      );
      return found.movementList;
    },
    { gcTime: 0, refetchOnMount: true },
  );

/** Corrects a record, or proposes it: `POST /staff/member/{id}/correct`. */
export const useCorrectMember = (memberId: number) =>
  useMutation({
    mutationFn: ({ changes, reason }: { changes: Correction; reason: string }) =>
      staffBody(() =>
        api().POST("/staff/member/{member_id}/correct", {
          params: ofMember(memberId),
          body: { ...changes, reason },
        }),
      ),
  });

/** Points to add, negative ones to take. */
interface Adjustment {
  points: number;
  countsForTier: boolean;
  reason: string;
}

/**
 * Adjusts a member's points, once for each key, or proposes it; their history follows:
 * `POST /staff/member/{id}/adjust`.
 */
export const useAdjustPoints = (memberId: number) =>
  useChange(
    ({ idempotencyKey, ...body }: Adjustment & { idempotencyKey: string }) =>
      staffBody(() =>
        api().POST("/staff/member/{member_id}/adjust", {
          params: { ...ofMember(memberId), header: { "Idempotency-Key": idempotencyKey } },
          body,
        }),
      ),
    historyKey(memberId),
  );

/** Signs a member out everywhere and deletes their passkeys: `POST /staff/member/{id}/sign-out`. */
export const useSignMemberOut = (memberId: number) =>
  useMutation({
    mutationFn: (reason: string) =>
      staffBody(() =>
        api().POST("/staff/member/{member_id}/sign-out", {
          params: ofMember(memberId),
          body: { reason },
        }),
      ),
  });

/** Gives everything that is stored about a member, for them: `POST /staff/member/{id}/export`. */
export const useExportMember = (memberId: number) =>
  useMutation({
    mutationFn: (reason: string) =>
      staffBody(() =>
        api().POST("/staff/member/{member_id}/export", {
          params: ofMember(memberId),
          body: { reason },
        }),
      ),
  });

/** Erases a member who asked for it: `POST /staff/member/{id}/erase`. */
export const useEraseMember = (memberId: number) =>
  useMutation({
    mutationFn: (reason: string) =>
      staffBody(() =>
        api().POST("/staff/member/{member_id}/erase", {
          params: ofMember(memberId),
          body: { reason },
        }),
      ),
  });

/** Clears the wrong codes of a number, a member's or not; gives how many there were: `POST /staff/number/unlock`. */
export const useUnlockNumber = () =>
  useMutation({
    mutationFn: async (body: { callingCode: string; mobileNumber: string; reason: string }) =>
      (await staffBody(() => api().POST("/staff/number/unlock", { body }))).failureCount,
  });
