import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import { build, type Rollup } from "vite";

import type * as tillDatabase from "../../apps/staff/src/till/till-database.ts";
import type * as tillQueue from "../../apps/staff/src/till/till-queue.ts";
import type * as till from "../../apps/staff/src/till/till.ts";
import { paths } from "./servers.ts";
import { expect } from "./test.ts";

/** What is done at a counter: a bill of a card, or the use of a voucher by its signed code. */
export type Sale =
  | { kind: "bill"; code: string; receiptNumber: string; amount: string }
  | { kind: "voucher"; signedCode: string };

const MODULES = ["till-database", "till-queue", "till"].map((name) =>
  join(paths.root, `apps/staff/src/till/${name}.ts`),
);
type QueueModules = typeof tillDatabase & typeof tillQueue & typeof till;

let script: Promise<string> | null = null;

/** The app's own queue as a script, which its build keeps inside. */
async function builtQueue(): Promise<string> {
  const entry = join(paths.folder, "queue.js");
  writeFileSync(entry, MODULES.map((path) => `export * from ${JSON.stringify(path)};`).join("\n"));
  const built = (await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry, formats: ["iife"], name: "tillModules" } },
  })) as Rollup.RollupOutput[];
  return built[0]!.output[0].code;
}

/**
 * Does sales at the counter of a page, by the app's own queue: quicker than by typing. The page may be closed meanwhile.
 *
 * @param acknowledged is called with the place of each sale that is stored
 */
export async function sellOn(
  page: Page,
  sales: readonly Sale[],
  acknowledged: (place: number) => void,
): Promise<void> {
  script ??= builtQueue();
  await page.evaluate(`${await script}; globalThis.tillModules = tillModules;`);
  await page.exposeFunction("acknowledged", acknowledged);
  await page.evaluate(async (all) => {
    const own = globalThis as unknown as {
      tillModules: QueueModules;
      acknowledged: (place: number) => Promise<void>;
    };
    const { tillDatabase, readFact, TillQueue, sendSale, takeSigned } = own.tillModules;
    const queue = new TillQueue(tillDatabase, sendSale);
    const me = await readFact(await tillDatabase(), "session");
    const note = { staffId: me!.id, cashier: "Mei Ling", label: "A guest" };
    for (const [place, sale] of all.entries()) {
      if (sale.kind === "voucher") await takeSigned(queue, sale.signedCode, {}, note);
      else {
        const { kind, ...bill } = sale;
        const body = { ...bill, paidAt: new Date().toISOString() };
        await queue.submit({ kind, body }, note);
      }
      await own.acknowledged(place);
    }
  }, sales);
}

export async function waiting(page: Page): Promise<number> {
  const tab = page.getByRole("link", { name: /^Waiting \(\d+\)$/ });
  return Number(/\d+/.exec((await tab.textContent())!)![0]);
}

export const expectWaiting = (page: Page, atMost: number) =>
  expect
    .poll(() => waiting(page), { timeout: 120_000, intervals: [50] })
    .toBeLessThanOrEqual(atMost);
