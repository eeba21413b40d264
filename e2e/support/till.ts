import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";

import { request } from "@playwright/test";

import { api, places } from "./places.ts";

/** A till of an outlet, with a key made as an operator makes it. */
export interface Till {
  /** Posts a bill of so many ringgit, and verifies it: the points are the member's. */
  earn(memberId: number, ringgit: number): Promise<void>;
  /** Takes a voucher by the code a cashier scanned. */
  use(code: string): Promise<void>;
}

export function aTill(outletId = 1): Till {
  const said = execFileSync(
    join(places.root, ".venv/bin/flask"),
    ["--app", "loyalty", "till", "add", "--outlet", String(outletId)],
    {
      cwd: places.root,
      encoding: "utf8",
      env: {
        ...process.env,
        LOYALTY_DATABASE_URL: `sqlite:///${places.database}`,
        LOYALTY_SECRET_KEY: "only-for-this-run-of-the-browser-tests",
        LOYALTY_MESSAGE_FILE: places.messages,
      },
    },
  );
  const key = said.trim().split("\n").at(-1)!;

  async function post(path: string, data: object): Promise<Record<string, unknown>> {
    const context = await request.newContext();
    try {
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await context.post(`${api}/api/pos${path}`, { data, headers });
      if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    } finally {
      await context.dispose();
    }
  }

  return {
    async earn(memberId, ringgit) {
      const receiptNumber = randomUUID().slice(0, 12);
      const amount = ringgit.toFixed(2);
      const { memberEarn } = await post("/earn", { memberId, receiptNumber, amount });
      await post(`/earn/${(memberEarn as { id: number }).id}/verify`, {});
    },
    async use(code) {
      await post(`/voucher/${encodeURIComponent(code)}/use`, {
        receiptNumber: randomUUID().slice(0, 12),
        netAmount: "40.00",
      });
    },
  };
}
