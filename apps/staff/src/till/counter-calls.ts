import { api, responseBody, tokenHeaders } from "@loyalty/api-client/http.ts";

import { type Schema, staffBody } from "../queries/requests.ts";

/** A member for a cashier: no more than they need. */
export type CounterGuest = Schema<"CounterGuest">;
/** A voucher at the counter; `whyNot` says why it cannot be used here and now. */
export type CounterVoucher = Schema<"CounterVoucher">;
/** A bill as it is sent; the member by id or by their card's code. */
export type CounterBill = Schema<"CounterBill">;
/** A bill in a list of the staff: the cashier's name, and why the caller cannot take it back. */
export type ListedBill = Schema<"ListedBill">;
/** The bill for which a voucher is used, and the signed code of a use without the network. */
export type VoucherUse = Schema<"Use">;
/** A bill that was recorded, its voucher, and the member's points and tier after both. */
export type RecordedBill = Schema<"Recorded">;
/** A signed claim for a bill that is nobody's yet; `url` goes into a QR. */
export type ReceiptClaim = Schema<"ReceiptClaim">;

/** A guest stands at the counter: an answer that takes longer counts as none. */
const TIMEOUT_MS = 8_000;

/** The member of a card, or of a number: `GET /staff/counter/member`. */
export const getGuest = (
  who: { code: string } | { callingCode: string; mobileNumber: string },
): Promise<CounterGuest> =>
  staffBody(() =>
    api().GET("/staff/counter/member", {
      params: { query: who },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );

/** What a voucher is, and whether it can be used here and now: `GET /staff/counter/voucher/{code}`. */
export const getCounterVoucher = (code: string): Promise<CounterVoucher> =>
  staffBody(() =>
    api().GET("/staff/counter/voucher/{code}", {
      params: { path: { code } },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );

const once = (idempotencyKey: string) => ({ header: { "Idempotency-Key": idempotencyKey } });

/** Records a bill, once for each key, and uses a voucher for it: `POST /staff/counter/earn`. */
export const recordBill = (body: CounterBill, idempotencyKey: string): Promise<RecordedBill> =>
  staffBody(() =>
    api().POST("/staff/counter/earn", {
      params: once(idempotencyKey),
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );

/** Uses a presented voucher, once for each key: `POST /staff/counter/voucher/{code}/use`. */
export const takeVoucher = (
  code: string,
  body: VoucherUse,
  idempotencyKey: string,
): Promise<CounterVoucher> =>
  staffBody(() =>
    api().POST("/staff/counter/voucher/{code}/use", {
      params: { path: { code }, ...once(idempotencyKey) },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );

/** Gives a presented voucher back to its member: `POST /staff/counter/voucher/{code}/release`. */
export const releaseVoucher = (code: string, idempotencyKey: string): Promise<CounterVoucher> =>
  staffBody(() =>
    api().POST("/staff/counter/voucher/{code}/release", {
      params: { path: { code }, ...once(idempotencyKey) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );

/** A page of the outlet's bills of today, the newest first: `GET /staff/counter/earn`. */
export const getBillsOfToday = async (
  query: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<ListedBill[]> =>
  (await staffBody(() => api().GET("/staff/counter/earn", { params: { query }, signal }))).billList;

/** Takes back a bill that one recorded today: `POST /staff/counter/earn/{id}/void`. */
export async function takeBack(
  billId: number,
  reason: string,
  idempotencyKey: string,
): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/counter/earn/{bill_id}/void", {
      params: { path: { bill_id: billId }, ...once(idempotencyKey) },
      body: { reason },
    }),
  );
}

/**
 * Makes the claim of a receipt that is nobody's bill; the same receipt and amount of the same business day is the same
 * claim: `POST /staff/counter/receipt`.
 */
export const makeClaim = async (
  bill: Schema<"ReceiptClaimBody">,
  idempotencyKey: string,
): Promise<ReceiptClaim> =>
  (
    await staffBody(() =>
      api().POST("/staff/counter/receipt", {
        params: once(idempotencyKey),
        body: bill,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
  ).receiptClaim;

/** Voids a claim that one made today and nobody has used: `POST /staff/counter/receipt/{claim_id}/void`. */
export const voidClaim = async (claimId: number, reason: string): Promise<ReceiptClaim> =>
  (
    await staffBody(() =>
      api().POST("/staff/counter/receipt/{claim_id}/void", {
        params: { path: { claim_id: claimId } },
        body: { reason },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
  ).receiptClaim;

/** What a till asks with its own key (docs/till.md), with any cashier signed in. */
const asTill = (key: string) => ({ headers: tokenHeaders(key) });

/** The public keys of signed voucher codes, and what the rewards are called: `GET /pos/voucher-keys`. */
export const getVoucherKeys = (till: { key: string }): Promise<Schema<"VoucherKeys">> =>
  responseBody(api().GET("/pos/voucher-keys", asTill(till.key)));

/** Reports what waits in the till's queue; answers the server's time: `POST /pos/report`. */
export const reportQueue = (
  till: { key: string },
  body: Schema<"Report">,
): Promise<Schema<"Reported">> =>
  responseBody(api().POST("/pos/report", { ...asTill(till.key), body }));
