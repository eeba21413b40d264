import { randomUUID } from "node:crypto";

import type { MemberPerson } from "../support/people.ts";
import { pause } from "./cluster.ts";

const TIMEOUT_MS = 35_000;
/** All together stay below what one address may ask: 1,200 requests a minute. */
const BETWEEN_WRITES_MS = 800;
const CLAIM_EVERY = 5;
const REWARD = { id: 1, cost: 5 };

/** A write that was acknowledged: when it was first sent, and when a success came (milliseconds). */
export interface Acknowledged {
  sentAt: number;
  at: number;
}

/**
 * A till and a member who write all the time: bills of one ringgit, verified at once, and now and then a voucher for the
 * points. Each write has its idempotency key, and is sent again under it until it is acknowledged.
 */
export class Writer {
  readonly acknowledged: Acknowledged[] = [];
  readonly bills: number[] = [];
  readonly verified: number[] = [];
  readonly vouchers: number[] = [];
  /** Every answer that was neither a success nor a 503 with Retry-After; an acknowledged bill that is gone is a 404. */
  readonly faults: string[] = [];
  busy = 0;
  /** Whether it was refused, and writes no more. */
  stopped = false;
  #points = 0;

  /** @param origin the public host, nginx */
  constructor(
    private readonly origin: string,
    private readonly till: string,
    readonly member: MemberPerson,
  ) {}

  /** What the member has to have when no acknowledged write was lost and none done twice. */
  get balance(): number {
    return this.#points - REWARD.cost * this.vouchers.length;
  }

  /** Writes until `over()` or until it is refused; the last write is carried to its end. */
  async writeUntil(over: () => boolean): Promise<void> {
    try {
      while (!over()) {
        await this.#bill();
        if (this.bills.length % CLAIM_EVERY === 0 && this.balance >= REWARD.cost)
          await this.#claim();
        await pause(BETWEEN_WRITES_MS);
      }
    } catch (error) {
      this.faults.push(String(error));
      this.stopped = true;
    }
  }

  async #bill(): Promise<void> {
    const receiptNumber = `W-${this.member.user.id}-${this.bills.length}`;
    const bill = { memberId: this.member.user.id, receiptNumber, amount: "1.00" };
    const { memberEarn } = await this.#write<{ memberEarn: { id: number } }>("/pos/earn", bill);
    this.bills.push(memberEarn.id);
    const path = `/pos/earn/${memberEarn.id}/verify`;
    const settled = await this.#write<{ memberEarn: { points: number } }>(path, {});
    this.verified.push(memberEarn.id);
    this.#points += settled.memberEarn.points;
  }

  async #claim(): Promise<void> {
    const claim = { memberId: this.member.user.id, rewardId: REWARD.id };
    const { memberReward } = await this.#write<{ memberReward: { id: number } }>("/claim", claim);
    this.vouchers.push(memberReward.id);
  }

  async #write<T>(path: string, body: object): Promise<T> {
    const bearer = path.startsWith("/pos/") ? this.till : this.member.token;
    const key = randomUUID();
    const sentAt = Date.now();
    for (;;) {
      const answer = await this.#ask(path, body, bearer, key);
      if (answer.ok) {
        this.acknowledged.push({ sentAt, at: Date.now() });
        return answer.body as T;
      }
      await pause(answer.againInMs);
    }
  }

  async #ask(path: string, body: object, bearer: string, key: string) {
    const headers = {
      Authorization: `Bearer ${bearer}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    };
    const sent = fetch(`${this.origin}/api${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = await sent.catch((error: unknown) => String(error));
    if (typeof answer === "string") {
      this.faults.push(`no answer: ${path} ${answer}`);
      return { ok: false as const, againInMs: 1000 };
    }
    const text = await answer.text();
    if (answer.ok) return { ok: true as const, body: JSON.parse(text) as unknown };
    if (answer.status < 500) throw new Error(`${answer.status} ${path} ${text}`);
    const later = Number(answer.headers.get("Retry-After"));
    if (answer.status === 503 && later > 0) this.busy += 1;
    else this.faults.push(`${answer.status} ${path} ${text}`);
    return { ok: false as const, againInMs: 1000 * (later || 1) };
  }
}
