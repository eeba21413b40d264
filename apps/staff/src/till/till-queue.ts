import { ApiError, isRetryable } from "@loyalty/api-client/errors";
import { newIdempotencyKey } from "@loyalty/api-client/http";

import { signMaker } from "./made-by.ts";
import type { CounterVoucher, Queued, RecordedBill, Sale, TillDatabase } from "./till-database.ts";

/** What became of something that was done at the counter. */
export type Outcome =
  | { kind: "done"; answer: RecordedBill | CounterVoucher }
  /** The server refused it; it has left the queue, for the cashier sees why. */
  | { kind: "refused"; error: ApiError }
  /** It is stored and will be sent. */
  | { kind: "waiting" };

export interface SaleNote {
  /** The account and the name of the cashier who makes it. */
  staffId: number;
  cashier: string;
  label: string;
}

export interface Correction {
  receiptNumber?: string;
  code?: string;
}

type Send = (entry: Queued) => Promise<RecordedBill | CounterVoucher>;

/** The screen waits no longer for the result; the sale is still sent. */
const RESULT_TIMEOUT_MS = 9_000;
/** A sale at which the server itself fails so often is for a person: it must not hold up those behind it. */
const MAX_FAILURES = 5;
const LOCK = "till-queue";

/**
 * The sales of a till on their way to the server, in the order in which they were made. Each is stored before it is
 * sent, with an Idempotency-Key of its own, and leaves the storage when it was answered: a page that is closed, a tablet
 * that is switched off and an answer that is lost neither lose nor repeat one.
 */
export class TillQueue {
  private draining: Promise<void> | null = null;
  private isAskedAgain = false;
  private readonly awaited = new Map<number, (outcome: Outcome) => void>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly open: () => Promise<TillDatabase>,
    private readonly send: Send,
  ) {}

  async submit(sale: Sale, note: SaleNote): Promise<Outcome> {
    const db = await this.open();
    const id = await db.add("queue", (await this.entryOf(sale, note)) as Queued);
    return this.outcomeOf(id);
  }

  /**
   * Stores the use of a voucher by its signed code in the till's own list and in the queue, both or neither.
   *
   * @param allowed is asked within the transaction with the newest `serverTime` that is known
   * @returns null when this till has used the voucher before, or `allowed` said no
   */
  async submitSigned(
    sale: Sale & { kind: "voucher" },
    note: SaleNote,
    allowed: (serverTime: string | undefined) => boolean,
  ): Promise<Outcome | null> {
    const entry = await this.entryOf(sale, note);
    const db = await this.open();
    const change = db.transaction(["used", "queue", "facts"], "readwrite");
    const used = change.objectStore("used");
    const serverTime = (await change.objectStore("facts").get("serverTime")) as string | undefined;
    if ((await used.get(sale.code)) || !allowed(serverTime)) {
      await change.done;
      return null;
    }
    await used.put({ code: sale.code, usedAt: new Date().toISOString() });
    const id = await change.objectStore("queue").add(entry as Queued);
    await change.done;
    return this.outcomeOf(id);
  }

  /** All that is not acknowledged, the oldest first; refused ones among them. */
  async entries(): Promise<Queued[]> {
    return (await this.open()).getAll("queue");
  }

  /** Sends what waits, one after the other, until all is sent or there is no network. */
  drain(): Promise<void> {
    if (this.draining) this.isAskedAgain = true;
    this.draining ??= this.locked(() => this.sendAll()).finally(() => {
      this.draining = null;
      if (this.isAskedAgain) {
        this.isAskedAgain = false;
        this.drain().catch(() => {});
      }
    });
    return this.draining;
  }

  /**
   * Sends a refused sale once more, because what stood in its way is out of it.
   *
   * @param correction what was mistyped of a bill. Its key stays: a bill that was recorded all the same is not another one
   */
  async retry(id: number, correction: Correction = {}): Promise<void> {
    const db = await this.open();
    const entry = await db.get("queue", id);
    if (!entry?.refused) return;
    const { code } = correction;
    const corrected =
      entry.kind === "bill"
        ? { ...entry, body: { ...entry.body, ...correction }, label: code ?? entry.label }
        : entry;
    await db.put("queue", { ...corrected, refused: null, failures: 0 });
    this.changed();
    await this.drain();
  }

  /** Takes a refused sale out: it is not sent any more. */
  async dismiss(id: number): Promise<void> {
    const db = await this.open();
    const entry = await db.get("queue", id);
    if (entry?.refused) await db.delete("queue", id);
    this.changed();
  }

  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async entryOf(sale: Sale, note: SaleNote): Promise<Omit<Queued, "id">> {
    const idempotencyKey = newIdempotencyKey();
    const madeAt = new Date().toISOString();
    const madeBy = await signMaker(await this.open(), note.staffId, idempotencyKey, madeAt);
    return { ...sale, ...note, idempotencyKey, madeAt, madeBy, failures: 0, refused: null };
  }

  private async outcomeOf(id: number): Promise<Outcome> {
    this.changed();
    const answered = new Promise<Outcome>((resolve) => this.awaited.set(id, resolve));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const impatient = new Promise<Outcome>((resolve) => {
      timer = setTimeout(() => resolve({ kind: "waiting" }), RESULT_TIMEOUT_MS);
    });
    const unsent = this.drain().then((): Outcome => ({ kind: "waiting" }));
    const outcome = await Promise.race([answered, unsent, impatient]);
    clearTimeout(timer);
    this.awaited.delete(id);
    return outcome;
  }

  private async sendAll(): Promise<void> {
    for (const entry of await this.entries()) {
      if (entry.refused) continue;
      if (!(await this.sendOne(entry))) return;
    }
    // What was made meanwhile.
    const rest = await this.entries();
    if (rest.some(({ refused }) => !refused)) await this.sendAll();
  }

  /** Whether the next one may be sent. */
  private async sendOne(entry: Queued): Promise<boolean> {
    try {
      const answer = await this.send(entry);
      await (await this.open()).delete("queue", entry.id);
      this.tell(entry.id, { kind: "done", answer });
      return true;
    } catch (error) {
      if (isServerFault(error) && entry.failures + 1 < MAX_FAILURES) {
        await (await this.open()).put("queue", { ...entry, failures: entry.failures + 1 });
        return false;
      }
      if (isTemporary(error) && !isServerFault(error)) return false;
      await this.refuse(entry, error as ApiError);
      return true;
    }
  }

  private async refuse(entry: Queued, error: ApiError) {
    const db = await this.open();
    if (this.awaited.has(entry.id) && !isServerFault(error)) await db.delete("queue", entry.id);
    else {
      const { message, code, params } = error;
      const refused = { message, code: code ?? "", params, at: new Date().toISOString() };
      await db.put("queue", { ...entry, refused });
    }
    this.tell(entry.id, { kind: "refused", error });
  }

  private tell(id: number, outcome: Outcome) {
    this.awaited.get(id)?.(outcome);
    this.changed();
  }

  private changed() {
    for (const listener of this.listeners) listener();
  }

  // Two tabs of one tablet share the storage, and one of them sends.
  private async locked(work: () => Promise<void>): Promise<void> {
    await (typeof navigator !== "undefined" && navigator.locks
      ? navigator.locks.request(LOCK, work)
      : work());
  }
}

/** The server failed at this very sale. 502 to 504 are the proxy's: the server is away. */
const isServerFault = (error: unknown) => error instanceof ApiError && error.status === 500;

/** No network, a server that is away or busy, or nobody who is signed in. */
const isTemporary = (error: unknown) =>
  isRetryable(error) || (error instanceof ApiError && [401, 429].includes(error.status));
