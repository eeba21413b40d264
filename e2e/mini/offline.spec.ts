import type { Locator, Page } from "@playwright/test";

import { press, shownCode } from "../support/dialogs.ts";
import { visitOffline } from "../support/offline.ts";
import { arrivalAt, memberOnMini, signedInOnMini, ticketOf } from "../support/pages.ts";
import { registered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { behindProxy } from "../support/proxy.ts";
import { aTill } from "../support/till.ts";
import { showTeaOn, shownTea, TEA } from "../support/vouchers.ts";

const workerIsReady = (page: Page) =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready));

const cachedAddresses = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return lists.flat();
  });

test("after a visit the member's card opens offline", async ({ page }) => {
  const member = await memberOnMini(page);
  await page.goto(`${mini}/rewards`);
  await expect(page.getByRole("img", { name: "QR code with your member ID" })).toBeVisible();
  await workerIsReady(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("lastKnown"))).not.toBeNull();

  await visitOffline(page, () => page.goto(`${mini}/rewards`));

  await expect(page.getByRole("img", { name: "QR code with your member ID" })).toBeVisible();
  await expect(page.getByText(String(member.user.memberCode), { exact: true })).toBeVisible();
  await expect(page.getByText("You are offline.")).toContainText(/Updated/);
});

test("offline, the dashboard shows the card as it was last known @long", async ({ page }) => {
  await memberOnMini(page);
  await page.goto(`${mini}/dashboard`);
  const way = page.getByRole("region", { name: "The way to your next tier" });
  await expect(way).toContainText("1,500 more to Plus");
  await workerIsReady(page);
  const kept = () => page.evaluate(() => localStorage.getItem("lastKnown"));
  await expect.poll(kept).toContain('"tiers"');

  let refused = 0;
  page.on("requestfailed", (request) => {
    if (request.url().endsWith("/api/membership")) refused += 1;
  });
  await visitOffline(page, () => page.goto(`${mini}/dashboard`));
  await expect.poll(() => refused).toBeGreaterThan(0);

  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(way).toContainText("1,500 more to Plus");
  await expect(way.getByRole("button", { name: "Retry" })).toBeHidden();
});

for (const network of ["gone", "silent"] as const)
  test(`what was loaded is there the second time too, with a server that is ${network} @long`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const member = await registered();
    await (await aTill()).earn(member.user.id, 1200);
    await shownTea(member);
    const { context, become, close } = await behindProxy(browser);
    const page = await context.newPage();
    await signedInOnMini(page, member);
    const main = page.getByRole("main");
    const pages: [path: string, shown: Locator][] = [
      ["/rewards", page.getByRole("img", { name: "QR code with your member ID" })],
      ["/dashboard", main.getByText("more to Plus").first()],
      ["/redeem", main.getByText(TEA).first()],
      ["/redeem?tab=my-rewards", main.getByText(TEA).first()],
      ["/redeem?tab=history", main.getByText("No history").first()],
      ["/profile", main.getByText("31/08/1994")],
      ["/activity", main.getByText("+1,200").first()],
      ["/reward/1?isPromotion=true", page.getByRole("heading", { level: 1 })],
    ];
    const open = async ([path, shown]: (typeof pages)[number]) => {
      await page.goto(`${mini}${path}`);
      await expect(shown, path).toBeVisible();
    };
    for (const one of pages) await open(one);
    await workerIsReady(page);
    for (const one of pages) await open(one);

    become(network);
    for (const one of [...pages, ...pages]) {
      await open(one);
      await expect(page.getByText("Error loading points")).toBeHidden();
      await expect(main.getByRole("alert")).toBeHidden();
    }
    await page.goto(`${mini}/dashboard`);
    await expect(main.getByText(/^No connection\. As of /)).toBeVisible();
    await close();
  });

test("a reward that was seen only in the catalogue opens offline @long", async ({ page }) => {
  const tea = "Classic Thai Milk Tea with Bobas";
  const member = await registered();
  await (await aTill()).earn(member.user.id, 600);
  await signedInOnMini(page, member);
  await page.goto(`${mini}/redeem`);
  const link = page.getByRole("link", { name: `View Details of ${tea}` });
  await expect(link).toBeVisible();
  await workerIsReady(page);
  const kept = () => page.evaluate(() => localStorage.getItem("lastKnown"));
  await expect.poll(kept).toContain(tea);

  const backOnline = await visitOffline(page, () => page.reload());
  await link.click();

  await expect(page.getByRole("heading", { level: 1, name: tea })).toBeVisible();
  await expect(page.getByText("You are offline.")).toContainText(/Updated/);
  await expect(page.getByText("500 of your 600 points")).toBeVisible();
  const outlets = page.getByText("Where it is good can be seen once you are connected again.");
  await expect(outlets).toBeVisible();
  await press(page, "Claim Now");
  await press(page, "Confirm Claim");
  await expect(page.getByText("Failed to redeem reward. Please try again.")).toBeVisible();
  await press(page, "Cancel");

  await backOnline();
  await expect(page.getByText(/^Available at all outlets/)).toBeVisible();
  await expect(outlets).toBeHidden();
});

test("a code that a till can verify without the network stays on the member's screen without one", async ({
  page,
}) => {
  const till = await aTill(2);
  await till.report();
  const member = await registered();
  await till.earn(member.user.id, 600);
  await signedInOnMini(page, member);
  await showTeaOn(page, "Publika");
  const qr = page.getByRole("img", { name: "QR code of this reward" });
  const short = await qr.getAttribute("viewBox");
  await press(page, "No network at the counter?");
  await expect(page.getByText(/^Works without a network, at .+ only$/)).toBeVisible();
  const signed = await qr.innerHTML();
  // Larger than that of the short code, and of version 8 (49 modules and the border) at most.
  const size = Number((await qr.getAttribute("viewBox"))!.split(" ")[3]);
  expect(size).toBeGreaterThan(Number(short!.split(" ")[3]));
  expect(size).toBeLessThanOrEqual(49 + 8);
  const code = await shownCode(page);
  await workerIsReady(page);
  const kept = () => page.evaluate(() => localStorage.getItem("lastKnown"));
  await expect.poll(kept).toContain("LV1:");

  await visitOffline(page, () => page.reload());

  await expect(page.getByText(/^Works without a network, at .+ only$/)).toBeVisible();
  expect(await qr.innerHTML()).toBe(signed);
  expect(await shownCode(page)).toBe(code);
});

test("the worker keeps no token and no answer of the API (W7), and a sign-out leaves nothing of the member (W6) @long", async ({
  page,
}) => {
  const member = await registered();
  await page.goto(arrivalAt("/rewards", await ticketOf(member)), { referer: `${site}/` });
  await expect(page.getByRole("img", { name: "QR code with your member ID" })).toBeVisible();
  await workerIsReady(page);
  await page.goto(`${mini}/dashboard?token=not-a-token`, { referer: `${site}/` });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  const kept = await cachedAddresses(page);
  expect(kept).toContain(`${mini}/index.html`);
  expect(kept.filter((url) => url.includes("token=") || url.includes("/api/"))).toEqual([]);

  await page.goto(`${mini}/profile`);
  await workerIsReady(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("lastKnown"))).not.toBeNull();
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${mini}/`);

  // The content is everybody's: it is kept once head office has published some (site/content.spec.ts).
  const allowed = ["activeTab", "colorScheme", "content", "languageSettings", "lastPhoneNumber"];
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage)))
    .toEqual(expect.not.arrayContaining(["authToken", "userData", "lastKnown"]));
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => !allowed.includes(key) && key !== "signedOutTokens")).toEqual([]);
});
