import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { newlyRegistered } from "../support/people.ts";
import { ports } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { Cluster, losses, pause, type Loss } from "./cluster.ts";
import { Machine } from "./machine.ts";
import { Writer } from "./writers.ts";

const WRITERS = 8;
const GOAL_S = 30;
const CALM_MS = 3000;
const count = Number(process.env.LOYALTY_DRILL_LOSSES ?? 21);

const cluster = new Cluster();
const machine = new Machine({ apps: ["site"], database: cluster.url });

test.beforeAll(async () => {
  await cluster.start();
  await machine.start();
});
test.afterAll(async () => {
  await machine.end();
  await cluster.end();
});

/** What one loss meant to those who write, in seconds. */
interface Lost {
  how: Loss;
  leader: string;
  /** The longest time without any acknowledged write. */
  gap: number;
  /** How long the till waited that waited longest. */
  longest: number;
}

async function writers(): Promise<Writer[]> {
  const programme = join(machine.folder, "programme.yaml");
  const text = await machine.flask("programme show");
  writeFileSync(programme, text.replace("cost: 500", "cost: 5"));
  await machine.flask(`programme apply ${programme} --reason 'a cheap tea for the drill'`);
  const found = [];
  for (let one = 0; one < WRITERS; one++) {
    const added = await machine.flask("till add --outlet 1 --reason a-new-till");
    const key = added.trim().split("\n").at(-1)!;
    found.push(new Writer(`http://localhost:${ports.site}`, key, await newlyRegistered()));
  }
  return found;
}

/** Loses the leader, waits until the next one writes and the lost one is back, and measures. */
async function lose(how: Loss, all: Writer[]): Promise<Lost> {
  const leader = await cluster.settled();
  await pause(CALM_MS);
  const at = Date.now();
  await leader.lose(how);
  let next = null;
  for (; next === null || next === leader; next = await cluster.leader()) await pause(250);
  await expect
    .poll(() => all.every((one) => one.stopped || one.acknowledged.at(-1)!.sentAt > at), {
      timeout: 120_000,
    })
    .toBe(true);
  const settledAt = Date.now();
  await leader.bringBack(how);
  await cluster.settled();
  const after = all.flatMap(({ acknowledged }) => acknowledged.filter((each) => each.at > at));
  const times = [at, ...after.map((each) => each.at).sort((a, b) => a - b)];
  const gaps = times.slice(1).map((each, before) => each - times[before]!);
  const waits = after
    .filter(({ sentAt }) => sentAt < settledAt)
    .map((each) => each.at - each.sentAt);
  const seconds = (all: number[]) => Math.max(...all) / 1000;
  return { how, leader: leader.name, gap: seconds(gaps), longest: seconds(waits) };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function percentile(values: number[], of: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((of / 100) * sorted.length) - 1]!;
}

test(`the leader of the database is lost ${count} times, and no acknowledged write with it`, async () => {
  test.setTimeout((count + 5) * 150_000);
  const all = await writers();
  const state = { over: false };
  const writing = Promise.all(all.map((each) => each.writeUntil(() => state.over)));
  await expect.poll(() => all.every(({ acknowledged }) => acknowledged.length > 0)).toBe(true);
  const lost: Lost[] = [];
  try {
    for (let number = 0; number < count && !all.some(({ stopped }) => stopped); number++) {
      const one = await lose(losses[number % losses.length]!, all);
      lost.push(one);
      say(
        `${number + 1}. ${one.leader}, ${one.how}: ${one.gap.toFixed(1)} s without a write, a till waited ${one.longest.toFixed(1)} s`,
      );
    }
  } finally {
    state.over = true;
  }
  await writing;

  const gaps = lost.map(({ gap }) => gap);
  const [p50, p95] = [percentile(gaps, 50), percentile(gaps, 95)];
  const total = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);
  say(
    `Write gap: p50 ${p50.toFixed(1)} s, p95 ${p95.toFixed(1)} s, longest ${Math.max(...gaps).toFixed(1)} s; ` +
      `${total(all.map((each) => each.acknowledged.length))} writes acknowledged, ` +
      `${total(all.map((each) => each.busy))} answers 503 with Retry-After`,
  );

  expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  await expectEverythingThere(all);
  expect(await machine.flask("audit")).toContain("0 violations");
  expect(p95).toBeLessThanOrEqual(GOAL_S);
});

async function expectEverythingThere(all: Writer[]): Promise<void> {
  const numbers = (rows: string[]) => rows.map(Number).sort((a, b) => a - b);
  const said = (of: (one: Writer) => number[]) => all.flatMap(of).sort((a, b) => a - b);
  const bills = numbers(await cluster.sql("SELECT id FROM bills"));
  const verified = numbers(await cluster.sql("SELECT id FROM bills WHERE verified_at IS NOT NULL"));
  const vouchers = numbers(await cluster.sql("SELECT id FROM vouchers WHERE reward_id = 1"));
  expect(bills).toEqual(said((one) => one.bills));
  expect(verified).toEqual(said((one) => one.verified));
  expect(vouchers).toEqual(said((one) => one.vouchers));
  const balances = await cluster.sql("SELECT member_id, balance FROM point_accounts ORDER BY 1");
  const expected = all.map(({ member, balance }) => [member.user.id, balance] as const);
  expect(balances).toEqual(
    expected.sort(([a], [b]) => a - b).map(([member, balance]) => `${member}|${balance}`),
  );
}
