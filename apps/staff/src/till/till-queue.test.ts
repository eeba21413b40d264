import { ApiError, networkError } from "@loyalty/api-client/errors";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, test } from "vitest";

import {
  openTillDatabase,
  type Queued,
  type RecordedBill,
  type Sale,
  type TillDatabase,
} from "./till-database.ts";
import { TillQueue } from "./till-queue.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const note = { staffId: 1, cashier: "Mei", label: "Aisyah" };
const bill = (number: number): Sale => ({
  kind: "bill",
  body: {
    memberId: 1,
    receiptNumber: `A-${number}`,
    amount: "45.90",
    paidAt: "2026-03-14T04:00:00Z",
  },
});
const use = (number: number): Sale & { kind: "voucher" } => ({
  kind: "voucher",
  code: `DCQP-7VVK-${String(number).padStart(4, "0")}`,
  body: {},
});
const nameOf = (sale: Sale) => (sale.kind === "bill" ? sale.body.receiptNumber : sale.code);
const ANSWER = {} as RecordedBill;

/** A server that does each key once, and a network that loses every third request and every fourth answer. */
function badNetwork() {
  const done = new Map<string, string>();
  let sent = 0;
  const send = async (entry: Queued) => {
    sent += 1;
    if (sent % 3 === 0) throw networkError("the request was lost");
    const known = done.get(entry.idempotencyKey);
    if (known === undefined) done.set(entry.idempotencyKey, nameOf(entry));
    if (sent % 4 === 0) throw networkError("the answer was lost");
    return ANSWER;
  };
  return { done, send };
}

/** A page that is killed in the middle: after so many calls nothing it awaits ever comes back. */
function killedAfter(calls: number, send: (entry: Queued) => Promise<RecordedBill>) {
  let left = calls;
  let killed = () => {};
  const death = new Promise<void>((resolve) => (killed = resolve));
  return {
    death,
    send: async (entry: Queued) => {
      left -= 1;
      if (left >= 0) return send(entry);
      // The server gets it all the same: only the answer finds nobody.
      await send(entry).catch(() => {});
      killed();
      return new Promise<never>(() => {});
    },
  };
}

async function drained(queue: TillQueue) {
  for (let tries = 0; (await queue.entries()).length > 0 && tries < 2000; tries++)
    await queue.drain();
}

test("200 bills and 40 vouchers: none lost, none doubled, in order, though the page is killed twice", async () => {
  const { done, send } = badNetwork();
  const wanted: string[] = [];
  let db: TillDatabase = await openTillDatabase();

  // Made without a network.
  const offline = new TillQueue(
    async () => db,
    () => Promise.reject(networkError("no network")),
  );
  for (let number = 1; number <= 200; number++) {
    await offline.submit(bill(number), note);
    wanted.push(nameOf(bill(number)));
    if (number % 5 !== 0) continue;
    await offline.submitSigned(use(number), note, () => true);
    wanted.push(nameOf(use(number)));
  }
  expect(wanted).toHaveLength(240);

  for (const calls of [61, 90]) {
    const page = killedAfter(calls, send);
    const queue = new TillQueue(async () => db, page.send);
    void drained(queue);
    await page.death;
    db.close();
    db = await openTillDatabase();
  }

  const queue = new TillQueue(async () => db, send);
  await drained(queue);
  expect(await queue.entries()).toEqual([]);
  expect([...done.values()]).toEqual(wanted);
});

test("a sale that is refused later stays with its reason, and those behind it are sent", async () => {
  const db = await openTillDatabase();
  const offline = new TillQueue(
    async () => db,
    () => Promise.reject(networkError("no network")),
  );
  await offline.submit(bill(1), note);
  await offline.submit(bill(2), note);

  const refusal = new ApiError({
    message: "Receipt A-1 was recorded at 14:10.",
    status: 409,
    code: "receipt_recorded_for_amount",
    params: { receipt: "A-1", amount: 4590 },
  });
  const sent: string[] = [];
  const queue = new TillQueue(
    async () => db,
    async (entry) => {
      sent.push(nameOf(entry));
      if (nameOf(entry) === "A-1") throw refusal;
      return ANSWER;
    },
  );
  await queue.drain();
  const [left, ...more] = await queue.entries();
  expect(more).toEqual([]);
  expect(left).toMatchObject({
    label: "Aisyah",
    refused: { code: "receipt_recorded_for_amount", params: { receipt: "A-1", amount: 4590 } },
  });
  await queue.drain();
  expect(sent).toEqual(["A-1", "A-2"]);

  await queue.dismiss(left!.id);
  expect(await queue.entries()).toEqual([]);
});

test("a cashier who looks at the screen reads the refusal at once, and nothing of it waits", async () => {
  const db = await openTillDatabase();
  const refusal = new ApiError({ message: "This voucher was used at 14:10.", status: 409 });
  const queue = new TillQueue(
    async () => db,
    () => Promise.reject(refusal),
  );
  expect(await queue.submit(bill(1), note)).toEqual({ kind: "refused", error: refusal });
  expect(await queue.entries()).toEqual([]);
});

test("a sale at which the server itself fails does not hold up the others for ever", async () => {
  const db = await openTillDatabase();
  const fault = new ApiError({ message: "Something went wrong.", status: 500 });
  const queue = new TillQueue(
    async () => db,
    async (entry) => {
      if (nameOf(entry) === "A-1") throw fault;
      return ANSWER;
    },
  );
  await queue.submit(bill(1), note);
  await queue.submit(bill(2), note);
  for (let tries = 0; tries < 5; tries++) await queue.drain();
  expect((await queue.entries()).map(nameOf)).toEqual(["A-1"]);
});

test("a signed voucher is taken once by this till, also after a restart", async () => {
  let db = await openTillDatabase();
  const offline = () => Promise.reject(networkError("no network"));
  expect(
    await new TillQueue(async () => db, offline).submitSigned(use(1), note, () => true),
  ).not.toBeNull();
  db.close();
  db = await openTillDatabase();
  const queue = new TillQueue(async () => db, offline);
  expect(await queue.submitSigned(use(1), note, () => true)).toBeNull();
  expect(await queue.submitSigned(use(2), note, () => false)).toBeNull();
  expect((await queue.entries()).map(nameOf)).toEqual([nameOf(use(1))]);
});

test("a refused bill is sent again with what was corrected, under its own key", async () => {
  const db = await openTillDatabase();
  const offline = new TillQueue(
    async () => db,
    () => Promise.reject(networkError("no network")),
  );
  const body = { receiptNumber: "A-1", amount: "45.90", paidAt: "2026-03-14T04:00:00Z" };
  await offline.submit({ kind: "bill", body: { ...body, code: "DCQP-7VVK-3D4M" } }, note);
  const sent: Queued[] = [];
  const queue = new TillQueue(
    async () => db,
    async (entry) => {
      sent.push(entry);
      if (entry.kind === "bill" && entry.body.code === "DCQP-7VVK-3D4M") {
        throw new ApiError({ message: "We do not know this member.", status: 404 });
      }
      return ANSWER;
    },
  );
  await queue.drain();
  const [refused] = await queue.entries();
  await queue.retry(refused!.id, { receiptNumber: "A-2", code: "3333-3333-3333" });
  expect(await queue.entries()).toEqual([]);
  const [first, second] = sent;
  expect(second).toMatchObject({ body: { ...body, receiptNumber: "A-2", code: "3333-3333-3333" } });
  expect(second!.idempotencyKey).toBe(first!.idempotencyKey);
});
