import type { Problem } from "@loyalty/api-client/errors";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import type { Schema } from "../queries/requests.ts";
import type { Me } from "../queries/session.tsx";

/** A voucher at the counter; `whyNot` says why it cannot be used here and now. */
export type CounterVoucher = Schema<"CounterVoucher">;
/** A bill that was recorded, its voucher, and the member's points and tier after both. */
export type RecordedBill = Schema<"Recorded">;

/** Who made a sale and when, signed by the tablet's key. */
export type MadeBy = Schema<"MadeBy">;

/** This tablet as a till: what its enrolment gave, and its own key, which cannot leave it. */
export interface StoredTill extends Schema<"Enrolled"> {
  privateKey: CryptoKey;
}

/** What is sent: a bill, or the use of a voucher. */
export type Sale =
  | { kind: "bill"; body: Schema<"CounterBill"> & { paidAt: string } }
  | { kind: "voucher"; code: string; body: Schema<"Use"> };

/** Something that was done at the counter and is not acknowledged yet. */
export type Queued = Sale & {
  /** The order in which it was done. */
  id: number;
  idempotencyKey: string;
  madeAt: string;
  /** The account and the name of the cashier who was signed in. */
  staffId: number;
  cashier: string;
  /** The same, signed by the tablet: it is theirs, also when another one is signed in when it is sent. */
  madeBy?: MadeBy;
  /** What people know it by: the member's first name or code, and what a voucher is for. */
  label: string;
  /** How often the server has failed at it. */
  failures: number;
  /** The server refused it: it stays until a person corrects or dismisses it. */
  refused: (Problem & { at: string }) | null;
};

/** What a till knows without a network. */
export interface TillFacts {
  voucherKeys: Schema<"VoucherKeys">;
  rewardNames: Map<number, string>;
  /** `serverTime` of the last report that was answered. */
  serverTime: string;
  /** The cashier who is signed in, for a start without a network. */
  session: Me;
  /** How many digits the PINs have, by account: the last one signs in. */
  pinLengths: Map<number, number>;
  /** The cashier has left, and the server does not know it yet. */
  isLeaving: true;
}

interface TillSchema extends DBSchema {
  till: { key: string; value: StoredTill };
  queue: { key: number; value: Queued };
  used: { key: string; value: { code: string; usedAt: string } };
  facts: { key: string; value: TillFacts[keyof TillFacts] };
}

/** The till's own storage in this browser. */
export type TillDatabase = IDBPDatabase<TillSchema>;

let opened: Promise<TillDatabase> | null = null;

/** The page's one connection: opened again where it could not be opened, or where the browser has closed it. */
export async function tillDatabase(): Promise<TillDatabase> {
  const before = opened;
  const db = await before?.catch(() => null);
  if (opened === before && (!db || isClosed(db))) opened = openTillDatabase();
  return opened!;
}

function isClosed(db: TillDatabase): boolean {
  try {
    db.transaction("till");
    return false;
  } catch {
    return true;
  }
}

/** Opens a connection; makes the storage where there is none. */
export const openTillDatabase = (): Promise<TillDatabase> =>
  openDB<TillSchema>("till", 1, {
    upgrade(db) {
      db.createObjectStore("till");
      db.createObjectStore("queue", { keyPath: "id", autoIncrement: true });
      db.createObjectStore("used", { keyPath: "code" });
      db.createObjectStore("facts");
    },
    // An older page must not keep a newer version out.
    blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
  });

const OWN = "own";

/** The till that this tablet is, or undefined. */
export const readTill = (db: TillDatabase): Promise<StoredTill | undefined> => db.get("till", OWN);

/** Makes this tablet a till; what it kept as another one goes, but for what waits to be sent. */
export async function storeTill(db: TillDatabase, till: StoredTill): Promise<void> {
  const change = db.transaction(["till", "facts"], "readwrite");
  await Promise.all([
    change.objectStore("till").put(till, OWN),
    change.objectStore("facts").clear(),
    change.done,
  ]);
}

export const readFact = async <Name extends keyof TillFacts>(
  db: TillDatabase,
  name: Name,
): Promise<TillFacts[Name] | undefined> =>
  (await db.get("facts", name)) as TillFacts[Name] | undefined;

/** Keeps it, or with undefined forgets it. */
export async function storeFact<Name extends keyof TillFacts>(
  db: TillDatabase,
  name: Name,
  value: TillFacts[Name] | undefined,
): Promise<void> {
  if (value === undefined) await db.delete("facts", name);
  else await db.put("facts", value, name);
}
