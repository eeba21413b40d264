import { isRetryable } from "@loyalty/api-client/errors";
import { newIdempotencyKey } from "@loyalty/api-client/http";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";

import type { Scanned } from "../../components/scanned.ts";
import { useChange, usePages } from "../../queries/queries.ts";
import { type BodyOf, call, type Schema, counterTimeout } from "../../queries/requests.ts";
import { tillBillsKey } from "../../till/queries.ts";
import { type CounterVoucher, type StoredTill, tillDatabase } from "../../till/till-database.ts";
import { readSigned, type SignedOffer } from "../../till/till.ts";

/** A member for a cashier: no more than they need. */
export type CounterMember = Schema<"CounterMember">;
/** A bill in a list of the staff: the cashier's name, and why the caller cannot take it back. */
export type ListedBill = Schema<"OfficeBill">;
/** A signed claim for a bill that is nobody's yet; `url` goes into a QR. */
export type ReceiptClaim = Schema<"ReceiptClaim">;

/** What a scanned or typed text turned out to be. */
export type Found =
  | { kind: "guest"; guest: CounterMember }
  | { kind: "voucher"; voucher: CounterVoucher }
  /** Without the network: a card that nobody could look up. */
  | { kind: "card"; code: string }
  /** Without the network: a signed code that this till has verified, or refuses. */
  | { kind: "signed"; offer: SignedOffer; text: string };

/** The member of a card, or of a number. */
const getMember = async (
  query: { code: string } | { callingCode: string; mobileNumber: string },
) => ({
  kind: "guest" as const,
  guest: await call("GET /staff/counter/member", { params: { query }, signal: counterTimeout() }),
});

/** What a voucher is, and whether it can be used here and now. */
const getVoucher = async (code: string) => ({
  kind: "voucher" as const,
  voucher: await call("GET /staff/counter/voucher/{code}", {
    params: { path: { code } },
    signal: counterTimeout(),
  }),
});

const foundOr = (asked: Promise<Found>, known: Found): Promise<Found> =>
  asked.catch((error: unknown) => {
    if (!isRetryable(error)) throw error;
    return known;
  });

/**
 * Finds what was scanned. Without the network a card's code is taken as it is, for its last sign checks it, and a signed
 * code is verified here.
 */
export const useFind = (till: StoredTill) =>
  useMutation({
    mutationFn: async (scanned: Scanned): Promise<Found> => {
      if (scanned.kind === "number") {
        const { callingCode, mobileNumber } = scanned;
        return getMember({ callingCode, mobileNumber });
      }
      if (scanned.kind === "voucher") return getVoucher(scanned.code);
      if (scanned.kind === "card") {
        const { code } = scanned;
        return foundOr(getMember({ code }), { kind: "card", code });
      }
      const { text } = scanned;
      const offer = await readSigned(await tillDatabase(), till, text);
      if (offer === null) throw new Error("The signed code cannot be read.");
      return foundOr(getVoucher(offer.code), { kind: "signed", offer, text });
    },
  });

const onceOnly = () => ({ "Idempotency-Key": newIdempotencyKey() });

/** Gives a presented voucher back to its member. */
export const useRelease = () =>
  useMutation({
    mutationFn: (voucherId: number) =>
      call("POST /staff/voucher/{voucher_id}/release", {
        params: { path: { voucher_id: voucherId } },
        body: { reason: "at the counter" },
        signal: counterTimeout(),
      }),
  });

/** The outlet's bills of today, the newest first. */
export const useBillsOfToday = () =>
  usePages(
    tillBillsKey,
    async (query, signal) =>
      (await call("GET /staff/bill", { params: { query }, signal })).billList,
    { size: 100 },
  );

const NEWEST = 3;

const newestBillsOptions = queryOptions({
  queryKey: [...tillBillsKey, "newest"],
  queryFn: async ({ signal }) => {
    const params = { query: { state: "counted", limit: NEWEST } } as const;
    return (await call("GET /staff/bill", { params, signal })).billList;
  },
  refetchOnMount: "always",
});

/** The newest of them that were not taken back. */
export const useNewestBills = () => useQuery(newestBillsOptions);

/** Takes back a bill that one recorded today; the list follows. */
export const useTakeBack = () =>
  useChange(
    ({ billId, reason }: { billId: number; reason: string }) =>
      call("POST /staff/bill/{bill_id}/void", {
        params: { path: { bill_id: billId } },
        body: { reason },
      }),
    tillBillsKey,
  );

/**
 * Makes the claim of a receipt that is nobody's bill; the same receipt and amount of the same business day is the same
 * claim. Only the network makes it: it is not stored and sent later.
 */
export const useMakeClaim = () =>
  useMutation({
    mutationFn: async (body: BodyOf<"POST /staff/counter/receipt">) => {
      const params = { header: onceOnly() };
      const options = { params, body, signal: counterTimeout() };
      return (await call("POST /staff/counter/receipt", options)).receiptClaim;
    },
  });

/** Voids a claim that one made today and nobody has used. */
export const useVoidClaim = (claimId: number) =>
  useMutation({
    mutationFn: async (body: { reason: string }) => {
      const params = { path: { claim_id: claimId } };
      const options = { params, body, signal: counterTimeout() };
      return (await call("POST /staff/counter/receipt/{claim_id}/void", options)).receiptClaim;
    },
  });
