import { randomUUID } from "node:crypto";

import { request } from "@playwright/test";

import { flask } from "./database.ts";
import { api } from "./servers.ts";

export interface Till {
  postBill(memberId: number, ringgit: number, receiptNumber?: string): Promise<number>;
  /** Verifies a bill: its points are the member's. Answers how many. */
  verify(billId: number): Promise<number>;
  earn(memberId: number, ringgit: number): Promise<number>;
  /** Makes a receipt claim of so many ringgit, and answers the address that its QR holds. */
  receipt(ringgit: number, isChecked?: boolean): Promise<string>;
  /** Reports that nothing waits: from then on it takes vouchers without the network. */
  report(): Promise<void>;
  use(code: string): Promise<void>;
  release(code: string): Promise<void>;
}

export async function aTill(outletId = 1): Promise<Till> {
  const printed = await flask(
    "till",
    "add",
    "--outlet",
    String(outletId),
    "--reason",
    "a new till",
  );
  return tillWith(printed.trim().split("\n").at(-1)!);
}

/**
 * A till that was given its key already.
 *
 * @param origin where it asks the API; behind a proxy that may be elsewhere than the tests ask
 */
export function tillWith(key: string, origin = api): Till {
  async function post(path: string, data: object): Promise<Record<string, unknown>> {
    const context = await request.newContext();
    try {
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await context.post(`${origin}/api/pos${path}`, { data, headers });
      if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    } finally {
      await context.dispose();
    }
  }

  const till: Till = {
    async postBill(memberId, ringgit, receiptNumber = randomUUID().slice(0, 12)) {
      const amount = ringgit.toFixed(2);
      const { memberEarn } = await post("/earn", { memberId, receiptNumber, amount });
      return (memberEarn as { id: number }).id;
    },
    async verify(billId) {
      const { memberEarn } = await post(`/earn/${billId}/verify`, {});
      return (memberEarn as { points: number }).points;
    },
    async earn(memberId, ringgit) {
      return till.verify(await till.postBill(memberId, ringgit));
    },
    async receipt(ringgit, isChecked = false) {
      const receiptNumber = randomUUID().slice(0, 12);
      const bill = { receiptNumber, amount: ringgit.toFixed(2), isChecked };
      const { receiptClaim } = await post("/receipt", bill);
      return (receiptClaim as { url: string }).url;
    },
    async report() {
      await post("/report", { queueLength: 0, voucherUses: 0, clock: new Date().toISOString() });
    },
    async use(code) {
      await post(`/voucher/${encodeURIComponent(code)}/use`, {
        receiptNumber: randomUUID().slice(0, 12),
        netAmount: "40.00",
      });
    },
    async release(code) {
      await post(`/voucher/${encodeURIComponent(code)}/release`, {});
    },
  };
  return till;
}
