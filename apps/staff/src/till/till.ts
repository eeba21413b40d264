import { api, responseBody, tokenHeaders } from "@loyalty/api-client/http";

import { call, type Schema, counterTimeout } from "../queries/requests.ts";
import type { Me } from "../queries/session.tsx";
import { base64url } from "./made-by.ts";
import {
  type CounterVoucher,
  storeFact,
  storeTill,
  type StoredTill,
  type Queued,
  readFact,
  type RecordedBill,
  type TillDatabase,
} from "./till-database.ts";
import type { Outcome, SaleNote, TillQueue } from "./till-queue.ts";
import {
  decodeVoucherCode,
  readVoucherKeys,
  acceptIneligibility,
  type AcceptIneligibility,
} from "./voucher-codes.ts";

/** Who signs in by which PIN; `newPin` is theirs from then on, and a start PIN needs one. */
export interface PinTyped {
  staffId: number;
  pin: string;
  newPin?: string;
}

/** A user who may sign in at a till; `pinLength` is known of those who have done so here. */
export type Cashier = Schema<"Cashier"> & { pinLength?: number };

/** Makes this tablet a till by the code of a manager's QR; its key is made here and cannot be read out. */
export async function enrolThisTablet(db: TillDatabase, code: string): Promise<StoredTill> {
  const pair = (await crypto.subtle.generateKey("Ed25519", false, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const publicKey = base64url(await crypto.subtle.exportKey("raw", pair.publicKey));
  const enrolled = await responseBody(api().POST("/staff/till", { body: { code, publicKey } }));
  const till = { ...enrolled, privateKey: pair.privateKey };
  await storeTill(db, till);
  return till;
}

/** Proves by the tablet's key that it is this till: signs a challenge of the server for one purpose. */
async function proofOf(till: StoredTill, purpose: "cashiers" | "login") {
  const { tillId } = till;
  const asked = await responseBody(api().POST("/staff/till/challenge", { body: { tillId } }));
  const { challenge } = asked;
  const message = new TextEncoder().encode(`loyalty-till\n${purpose}\n${tillId}\n${challenge}`);
  const signature = await crypto.subtle.sign("Ed25519", till.privateKey, message);
  return { tillId, challenge, signature: base64url(signature) };
}

export async function cashiersOf(db: TillDatabase, till: StoredTill): Promise<Cashier[]> {
  const body = await proofOf(till, "cashiers");
  const { cashierList } = await responseBody(api().POST("/staff/till/cashiers", { body }));
  const lengths = await readFact(db, "pinLengths");
  return cashierList.map((cashier) => ({ ...cashier, pinLength: lengths?.get(cashier.staffId) }));
}

/** Signs a cashier in at this till, and keeps who it is for a start without the network. */
export async function signInByPin(db: TillDatabase, till: StoredTill, who: PinTyped): Promise<Me> {
  const body = { ...(await proofOf(till, "login")), ...who };
  const lengths = new Map(await readFact(db, "pinLengths"));
  // Where it is refused the cashier may have another PIN, of another length.
  lengths.delete(who.staffId);
  await storeFact(db, "pinLengths", lengths);
  const me = await responseBody(api().POST("/staff/till/login", { body }));
  await storeFact(db, "pinLengths", lengths.set(me.id, (who.newPin ?? who.pin).length));
  await storeFact(db, "session", me);
  return me;
}

export function sendSale(entry: Queued): Promise<RecordedBill | CounterVoucher> {
  const { kind, madeBy } = entry;
  const header = { "Idempotency-Key": entry.idempotencyKey };
  const signal = counterTimeout();
  if (kind === "bill") {
    const body = { ...entry.body, madeBy };
    return call("POST /staff/counter/earn", { params: { header }, body, signal });
  }
  const params = { header, path: { code: entry.code } };
  const body = { ...entry.body, madeBy };
  return call("POST /staff/counter/voucher/{code}/use", { params, body, signal });
}

/** What a tablet asks with its own key (docs/till.md), whether anybody is signed in or not: no more than this. */
const asTill = (till: StoredTill) => ({ headers: tokenHeaders(till.key) });

/**
 * Fetches what the till needs without the network: the public keys of signed codes, and what the rewards are called.
 * Once a day is enough.
 */
export async function renewFacts(db: TillDatabase, till: StoredTill): Promise<void> {
  const facts = await responseBody(api().GET("/pos/voucher-keys", asTill(till)));
  await storeFact(db, "voucherKeys", facts);
  await storeFact(db, "rewardNames", new Map(facts.rewards.map(({ id, title }) => [id, title])));
}

/** Reports what waits in the queue, so that members are offered codes for this till, and get back what it did not take. */
export async function report(db: TillDatabase, till: StoredTill): Promise<void> {
  const reading = db.transaction(["queue", "facts"]);
  const entries = await reading.objectStore("queue").getAll();
  const lastServerTime = (await reading.objectStore("facts").get("serverTime")) as
    string | undefined;
  await reading.done;
  const body = {
    queueLength: entries.length,
    // Refused ones too: whether the member gets it back is for the person who dismisses it.
    voucherUses: entries.filter(({ kind }) => kind === "voucher").length,
    oldestAt: entries[0]?.madeAt ?? null,
    clock: new Date().toISOString(),
    lastServerTime: lastServerTime ?? null,
  };
  const { serverTime } = await responseBody(api().POST("/pos/report", { ...asTill(till), body }));
  await storeFact(db, "serverTime", serverTime);
}

/** What a signed voucher code says, read without the network. */
export interface SignedOffer {
  code: string;
  /** What the reward is called, null where this till has never heard of it. */
  name: string | null;
  minSpendSen: number;
  /** Why this till cannot take it, or null. `voucher_used`: it has taken it before. */
  whyNot: AcceptIneligibility | null;
  usedAt: string | null;
}

/** Verifies a signed voucher code without the network, in the order of docs/till.md. Null for a text that is none. */
export async function readSigned(
  db: TillDatabase,
  till: StoredTill,
  text: string,
  at = new Date(),
): Promise<SignedOffer | null> {
  const shown = decodeVoucherCode(text);
  if (shown === null) return null;
  const [keys, names, serverTime, used] = await Promise.all([
    readFact(db, "voucherKeys"),
    readFact(db, "rewardNames"),
    readFact(db, "serverTime"),
    db.get("used", shown.code),
  ]);
  const { outletId, tillId } = till;
  const why = await acceptIneligibility(text, await readVoucherKeys(keys ?? { keys: [] }), {
    outletId,
    tillId,
    at,
  });
  const isOver = serverTime !== undefined && shown.endsAt <= new Date(serverTime);
  return {
    code: shown.code,
    name: names?.get(shown.rewardId) ?? null,
    minSpendSen: shown.minSpendSen,
    whyNot: why ?? (isOver ? "voucher_code_lapsed" : used ? "voucher_used" : null),
    usedAt: used?.usedAt ?? null,
  };
}

/**
 * Uses a voucher by its signed code, which `readSigned` has accepted: stored before the guest gets anything.
 *
 * @returns null when it was used here meanwhile, or has ended by the server's time
 */
export function takeSigned(
  queue: TillQueue,
  text: string,
  bill: { receiptNumber?: string; netAmount?: string },
  note: SaleNote,
): Promise<Outcome | null> {
  const shown = decodeVoucherCode(text);
  if (shown === null) return Promise.resolve(null);
  const body = { ...bill, signedCode: text, usedAt: new Date().toISOString() };
  return queue.submitSigned(
    { kind: "voucher", code: shown.code, body },
    note,
    (serverTime) => serverTime === undefined || shown.endsAt > new Date(serverTime),
  );
}

/** Who was signed in last, where their session has not ended: for a start without the network. */
export async function lastSession(db: TillDatabase, at = new Date()): Promise<Me | null> {
  const me = await readFact(db, "session");
  return me && new Date(me.sessionEndsAt) > at ? me : null;
}
