import type { BrowserContext, Page } from "@playwright/test";

import { joinAt, press, shownCode, skipReferralCode } from "../support/dialogs.ts";
import { codesOf } from "../support/messages.ts";
import { expectDashboardOf, storedToken } from "../support/pages.ts";
import { aPerson } from "../support/people.ts";
import { expectOwnAddresses } from "../support/search-engines.ts";
import { mini, ports, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { tillWith, type Till } from "../support/till.ts";
import { showTeaOn } from "../support/vouchers.ts";
import { Machine } from "./machine.ts";

const PRICE = 500;
const machine = new Machine();

test.beforeAll(() => machine.start());
test.afterAll(() => machine.end());

/** Whatever a member could take for an error, and every secret that was on its way. */
class Watch {
  readonly failed: string[] = [];
  readonly secrets = new Set<string>();

  constructor(context: BrowserContext) {
    context.on("request", (request) => {
      const token = new URL(request.url()).searchParams.get("token");
      const bearer = request.headers().authorization?.replace("Bearer ", "");
      for (const secret of [token, bearer]) if (secret) this.secrets.add(secret);
    });
    context.on("response", (answer) => {
      const path = new URL(answer.url()).pathname;
      if (answer.status() >= 400) this.failed.push(`${answer.status()} ${path}`);
    });
    context.on("requestfailed", (request) => {
      // A page that is left aborts its requests.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") this.failed.push(request.url());
    });
  }
}

async function claimAndUse(page: Page, till: Till): Promise<void> {
  await showTeaOn(page, "KL East Mall");
  await expect(page.getByRole("dialog", { name: "Reward Ready!" })).toBeVisible();
  await till.use(await shownCode(page));
  await expect(page.getByRole("dialog", { name: "Used" })).toBeVisible();
  await press(page, "Got it!");
}

/** From the site over to the mini-program and through its pages, in a tab of its own. */
async function visit(context: BrowserContext, name: string): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(`${site}/dashboard`);
  await expectDashboardOf(tab, name);
  await wander(tab);
  await tab.close();
}

async function wander(tab: Page): Promise<void> {
  for (const path of ["/redeem", "/rewards", "/profile"]) {
    await tab.goto(`${mini}${path}`);
    await expect(tab.getByRole("heading", { level: 1 })).not.toBeEmpty();
    await expect(tab).toHaveURL(`${mini}${path}`);
    // Each page is waited for: leaving one before its answers have come is not what this drill is about.
    await tab.waitForLoadState("networkidle");
    expect(await storedToken(tab)).toMatch(/^lm\./);
  }
}

/** Opens member pages and posts bills for as long as `act` changes the machine. */
async function underVisits<T>(story: Story, act: () => Promise<T>): Promise<T> {
  const tab = await story.context.newPage();
  const state = { over: false };
  const done = act().finally(() => (state.over = true));
  do {
    await Promise.all([wander(tab), story.earn(1)]);
  } while (!state.over);
  await tab.close();
  const result = await done;
  await visit(story.context, story.name);
  return result;
}

interface Story {
  context: BrowserContext;
  name: string;
  /** A bill of so many ringgit. */
  earn(ringgit: number): Promise<void>;
}

test("the pages that were installed name the site's host as their own address", async ({
  request,
}) => {
  await expectOwnAddresses(request, site);
});

test("from packages alone: a member joins, crosses, claims and uses while everything is upgraded and rolled back", async ({
  page,
  context,
}) => {
  const watch = new Watch(context);
  const person = aPerson("Siti Nurhaliza");

  await joinAt(page, site, person);
  await page.waitForURL(`${mini}/dashboard`);
  await skipReferralCode(page);
  await expectDashboardOf(page, person.name);

  const added = await machine.flask("till add --outlet 1 --reason a-new-till");
  const key = added.trim().split("\n").at(-1)!;
  // Through the proxy, as a till on the way: it has no node of its own. A browser alone knows the host by name.
  const till = tillWith(key, `http://localhost:${ports.mini}`);
  const memberId = await page.evaluate(
    () => (JSON.parse(localStorage.getItem("userData")!) as { id: number }).id,
  );
  let earned = 0;
  const story: Story = {
    context,
    name: person.name,
    async earn(ringgit) {
      const points = await till.earn(memberId, ringgit);
      earned += points;
    },
  };
  await story.earn(1_100);
  await claimAndUse(page, till);

  for (const app of ["api", "mini", "site"] as const) {
    const before = await machine.current(app);
    const next = await underVisits(story, () => machine.upgrade(app));
    expect(await machine.current(app)).toBe(next);
    await underVisits(story, () => machine.rollBack(app, before));
    expect(await machine.current(app)).toBe(before);
  }
  await claimAndUse(page, till);

  expect(watch.failed).toEqual([]);
  await page.goto(`${mini}/rewards`);
  expect(earned).toBeGreaterThan(1_100);
  await expect(page.getByText(String(earned - 2 * PRICE)).first()).toBeVisible();
  expect(await machine.flask("audit")).toContain("0 violations");

  const codes = codesOf(person.number);
  expect(codes).toHaveLength(1);
  expect(watch.secrets.size).toBeGreaterThan(2);
  for (const [file, words] of machine.written()) {
    for (const secret of [...watch.secrets, key, person.mobileNumber, "token=", "key-of-the-drill"])
      expect(words.includes(secret), `${secret.slice(0, 4)}… in ${file}`).toBe(false);
    // Six digits may be part of any number; a code is a word of its own.
    for (const code of codes) expect(words).not.toMatch(new RegExp(`\\b${code}\\b`));
  }
});
