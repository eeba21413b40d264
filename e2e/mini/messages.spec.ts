import { execFileSync } from "node:child_process";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { systemChromium } from "../../scripts/lib/chromium.mjs";
import { aCounter, expectAnswer, nextGuest, ofThisTry, record, scan } from "../support/counter.ts";
import { inDatabase } from "../support/database.ts";
import { memberOnMini, storedToken } from "../support/pages.ts";
import { deliver, PushService } from "../support/push.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { type MemberPerson, registered } from "../support/people.ts";
import { api, mini, paths, staff } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

// Chromium's headless shell shows no notifications.
test.use({
  launchOptions: { executablePath: systemChromium(), args: ["--no-sandbox", "--disable-quic"] },
});

const bill = (page: Page, points: number) =>
  page
    .getByRole("article")
    .filter({ has: page.getByText(new RegExp(`^${points} points were added`)) });

/** Opens the log again until something is in it: the worker takes its time. */
const shows = (page: Page, points: number, words = "") =>
  expect(async () => {
    await page.goto(`${mini}/messages`);
    await expect(bill(page, points)).toContainText(words, { timeout: 2000 });
  }).toPass();

async function choose(
  page: Page,
  memberId: number,
  section: "notifications" | "language",
  chosen: Record<string, unknown>,
) {
  const address = `${api}/api/member/${memberId}/preferences`;
  // The app renews it.
  const token = await storedToken(page);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const saved = (await (await fetch(address, { headers })).json()) as Record<string, object>;
  const body = JSON.stringify({ [section]: { ...saved[section], ...chosen } });
  expect((await fetch(address, { method: "PUT", headers, body })).ok).toBe(true);
}

const inHours = (hours: number) =>
  new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Asia/Kuala_Lumpur" }).format(
    Date.now() + hours * 3_600_000,
  );

/** The cashier's and the manager's part of a bill: recorded at the counter, verified in the office. */
async function posted(counter: Page, office: Page, { user }: MemberPerson, ringgit: number) {
  await scan(counter, String(user.memberCode));
  await record(counter, ofThisTry(`PUSH-${ringgit}`), `${ringgit}00`);
  await expectAnswer(counter, "green", `+${ringgit} points`);
  await nextGuest(counter);
  await office.goto(`${staff}/bills`);
  const bill = office
    .getByRole("row")
    .filter({ has: office.locator(`a[href="/members?id=${user.id}"]`) });
  await bill.getByRole("checkbox").click();
  await office.getByRole("button", { name: "Verify 1 bill" }).click();
  await office.getByRole("alertdialog").getByRole("button", { name: "Verify" }).click();
  await expect(office.getByRole("dialog", { name: "1 bill is verified" })).toBeVisible();
}

test("a bill that a cashier posts is pushed to the member's device and stands in the log; quiet hours hold the next push back", async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(240_000);
  const office = await (await browser.newContext()).newPage();
  const { page: counter } = await aCounter(office, browser, "Counter 13", 13);
  const service = new PushService();
  await service.start();
  await service.serve(context);
  await context.grantPermissions(["notifications"], { origin: mini });
  const member = await memberOnMini(page);

  await page.goto(`${mini}/settings/notifications`);
  const device = page.getByRole("region", { name: "Notifications on this device" });
  await device.getByRole("button", { name: "Turn on" }).click();
  await expect(device).toContainText("This device gets notifications.");
  await page.reload();
  await expect(device).toContainText("This device gets notifications.");
  await expectAccessible(page);

  await posted(counter, office, member, 45);
  await expect.poll(() => service.pushes.length).toBe(1);
  expect(JSON.parse(service.pushes[0]!)).toMatchObject({
    notification: { title: "Your bill is verified", navigate: `${mini}/activity` },
  });
  await deliver(page, service.pushes[0]!);
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ title, body, lang, data }) => ({
        title,
        body,
        lang,
        path: (data as { path: string }).path,
      }));
    });
  await expect.poll(shown).toEqual([
    {
      title: "Your bill is verified",
      body: "Open the app to read it.",
      lang: "en",
      path: "/activity",
    },
  ]);
  // The page hears of it, and counts.
  await expect(page.getByRole("link", { name: /^Messages, \d+ unread$/ })).toBeVisible();

  // A press shows its page in this window. Chromium without a desktop may have dropped the notification itself by now.
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(() => {
    const notification = { close: () => {}, data: { path: "/activity" } };
    const event = new Event("notificationclick");
    dispatchEvent(Object.assign(event, { notification, waitUntil: () => {} }));
  });
  await expect(page).toHaveURL(`${mini}/activity`);
  await shows(page, 45, "Sent by: notification");

  await choose(page, member.user.id, "notifications", {
    quietHoursEnabled: true,
    quietHoursStart: inHours(-2),
    quietHoursEnd: inHours(2),
  });
  await posted(counter, office, member, 30);
  await shows(page, 30);
  await expect(bill(page, 30)).not.toContainText("Sent by");

  // Their end comes two hours early: what was held back is sent.
  await choose(page, member.user.id, "notifications", { quietHoursEnabled: false });
  expect(service.pushes).toHaveLength(1);
  inDatabase(
    "UPDATE jobs SET run_at = '2020-01-01 00:00:00' WHERE queue = 'deliveries' AND state = 'waiting' " +
      "AND reference IN (SELECT id FROM notification_deliveries WHERE member_id = ?)",
    member.user.id,
  );
  await expect.poll(() => service.pushes.length).toBe(2);
  expect(JSON.parse(service.pushes[1]!)).toMatchObject({
    notification: { title: "Your bill is verified" },
  });
  await shows(page, 30, "Sent by: notification");

  await page.goto(`${mini}/settings/notifications`);
  await device.getByRole("button", { name: "Turn off" }).click();
  await expect(device.getByRole("button", { name: "Turn on" })).toBeVisible();
  await service.stop();
  await office.context().close();
  await counter.context().close();
});

test("one press ends a kind of message, and the next brings it back @long @phone-only", async ({
  page,
}) => {
  test.slow();
  const member = await memberOnMini(page);
  const till = await aTill();
  await till.earn(member.user.id, 600);
  await shows(page, 600);
  await bill(page, 600).getByRole("button", { name: "Why did I get this?" }).click();
  await expect(bill(page, 600)).toContainText("You get this because “Orders” is on");
  await expectAccessible(page);
  await expectNothingSideways(page);
  await bill(page, 600).getByRole("button", { name: "Stop these: “Orders”" }).click();
  await expect(bill(page, 600)).toContainText("“Orders” is off.");
  await expectAccessible(page);

  // Of the claim there is a message, of the bill before it none.
  await till.earn(member.user.id, 70);
  const { rewardList } = (await (await fetch(`${api}/api/reward`)).json()) as {
    rewardList: { id: number; pointToRedeem: number }[];
  };
  const tea = rewardList.find(({ pointToRedeem }) => pointToRedeem === 500)!;
  const claimed = await fetch(`${api}/api/claim`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${await storedToken(page)}`,
      "Content-Type": "application/json",
      "Idempotency-Key": `${member.user.id}`.padStart(32, "0"),
    },
    body: JSON.stringify({ memberId: member.user.id, rewardId: tea.id }),
  });
  expect(claimed.status).toBe(201);
  await expect(async () => {
    await page.goto(`${mini}/messages`);
    await expect(page.getByRole("article", { name: "Points spent" })).toBeVisible({
      timeout: 2000,
    });
  }).toPass();
  await expect(bill(page, 70)).toBeHidden();

  await bill(page, 600).getByRole("button", { name: "Why did I get this?" }).click();
  await page.getByRole("button", { name: "Turn on again: “Orders”" }).click();
  await expect(page.getByText("“Orders” is on again.")).toBeVisible();
  await till.earn(member.user.id, 80);
  await shows(page, 80);
  await expect(bill(page, 70)).toBeHidden();
});

const stopToken = (memberId: number): string =>
  execFileSync(
    join(paths.root, ".venv/bin/python"),
    [
      "-c",
      "import sys\nfrom loyalty import create_app\nfrom loyalty.reach.notifications.log import stop_token\n" +
        "with create_app(with_http=False).app_context():\n" +
        "    print(stop_token(int(sys.argv[1]), 'order_notifications'))",
      String(memberId),
    ],
    {
      encoding: "utf8",
      env: { ...process.env, LOYALTY_SECRET_KEYS: "only-for-this-run-of-the-browser-tests" },
    },
  ).trim();

test("the link of an e-mail ends that kind of message without a sign-in", async ({ page }) => {
  const member = await registered();
  const token = stopToken(member.user.id);

  // What a mail program without one click opens.
  await page.goto(`${mini}/api/notification/unsubscribe/${token}`);
  await expect(page).toHaveURL(`${mini}/unsubscribe#${token}`);
  await expect(page.getByText(/^Stop messages of the kind “Orders”\?/)).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await page.getByRole("button", { name: "Stop them" }).click();
  await expect(page.getByText("Done: “Orders” is off.")).toBeVisible();

  const answer = await fetch(`${api}/api/member/${member.user.id}/preferences`, {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  expect(await answer.json()).toMatchObject({
    notifications: { orderNotifications: false, pointsNotifications: true },
  });
});

for (const { language, question, stop, done } of [
  {
    language: "ms",
    question: /^Hentikan mesej jenis “Pesanan”\?/,
    stop: "Hentikan",
    done: "Selesai: “Pesanan” dimatikan.",
  },
  {
    language: "zh",
    question: /^要停止“订单”这类消息吗？/,
    stop: "停止接收",
    done: "完成：“订单”已关闭。",
  },
]) {
  test(`a member who is signed in reads that page in their language, ${language} @long @phone-only`, async ({
    page,
  }) => {
    const member = await memberOnMini(page);
    await choose(page, member.user.id, "language", { selectedLanguage: language });
    await page.goto(`${mini}/unsubscribe#${stopToken(member.user.id)}`);
    await expect(page.getByText(question)).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await expectAccessible(page);
    await expectNothingSideways(page);
    await page.getByRole("button", { name: stop, exact: true }).click();
    await expect(page.getByText(done)).toBeVisible();
    await expectAccessible(page);
  });
}
