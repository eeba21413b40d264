import { expect, test, type Page } from "@playwright/test";

import { press, shownCode } from "../support/dialogs.ts";
import { inDatabase, flask } from "../support/database.ts";
import { signedInOnMini } from "../support/pages.ts";
import { aPerson, type MemberPerson, registered } from "../support/people.ts";
import { api, mini } from "../support/servers.ts";
import { expectAccessible } from "../support/quality.ts";
import { aTill } from "../support/till.ts";

const TEA = "Classic Thai Milk Tea with Bobas";

async function withPoints(page: Page): Promise<MemberPerson> {
  const member = await registered(aPerson("Siti Aminah"));
  await (await aTill()).earn(member.user.id, 600);
  await signedInOnMini(page, member);
  return member;
}

async function claimTea(page: Page) {
  await page.goto(`${mini}/redeem`);
  await page.getByRole("link", { name: `View Details of ${TEA}` }).click();
  await press(page, "Claim Now");
  await expect(page.getByRole("dialog", { name: "Confirm Redemption" })).toContainText(
    "100 stay with you",
  );
}

async function openPicker(page: Page) {
  await claimTea(page);
  await press(page, "Confirm Claim");
  await press(page, "Navigate to My Rewards");
  await page.getByRole("link", { name: `View Details of ${TEA}` }).click();
  await press(page, "Use it Now");
}

async function showTea(page: Page) {
  await openPicker(page);
  await press(page, "Skip");
}

test("on a small phone a voucher's code opens with the whole of its QR in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await withPoints(page);
  await showTea(page);
  const code = page.getByRole("dialog").getByRole("img", { name: /^QR code/ });
  await expect(code).toBeInViewport({ ratio: 1 });
  const head = page.getByText("Present this code to the cashier");
  const above = (await head.boundingBox())!;
  expect((await code.boundingBox())!.y).toBeGreaterThanOrEqual(above.y + above.height);
});

test.describe("without the service worker, through which a request can miss its route", () => {
  test.use({ serviceWorkers: "block" });

  test("a claim that fails offline and whose next answer gets lost is one voucher in the end", async ({
    page,
    context,
  }) => {
    await withPoints(page);
    await claimTea(page);
    const failed = page.getByText("Failed to redeem reward. Please try again.");
    await context.setOffline(true);
    await press(page, "Confirm Claim");
    await expect(failed).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Confirm Redemption" })).toBeVisible();
    await context.setOffline(false);

    let lost = 0;
    await page.route("**/api/claim", async (route) => {
      if (lost++ > 0) return route.continue();
      // The server does it; only its answer never arrives.
      await route.fetch({ url: `${api}/api/claim` });
      return route.abort();
    });
    const answer = page.waitForEvent("requestfailed", (request) =>
      request.url().includes("/claim"),
    );
    await press(page, "Confirm Claim");
    await answer;
    await expect(failed.last()).toBeVisible();

    await press(page, "Confirm Claim");
    await expect(page.getByRole("dialog", { name: "Reward Claimed Successfully!" })).toContainText(
      "100 points stay with you.",
    );
    await press(page, "Navigate to My Rewards");
    await expect(page.getByRole("heading", { level: 3, name: TEA })).toHaveCount(1);
    await expect(page.getByRole("region", { name: "Your points" })).toContainText("100");
  });
});

test("the first tap on a pin of the picker's map chooses its outlet, wherever the dialog is scrolled to @phone-only", async ({
  page,
}) => {
  await withPoints(page);
  await openPicker(page);
  const picker = page.getByRole("dialog", { name: "Choose an outlet" });
  await expect(picker).toHaveAccessibleDescription(
    "Where will you use it? The code works at every outlet on this list, whichever you choose.",
  );
  await picker.getByRole("tab", { name: "Map" }).tap();
  const pin = (name: string) => picker.getByRole("button", { name, exact: true });
  await expect(pin("Publika")).toBeAttached();

  // The whole map is in sight as it opens.
  const map = (await picker.getByRole("region", { name: "Outlets" }).boundingBox())!;
  const bar = (await picker.getByRole("button", { name: "Skip" }).boundingBox())!;
  expect(map.y + map.height).toBeLessThanOrEqual(bar.y);

  // Scrolled back, so that half of it lies below the bar; then by a finger, which does not scroll first as tap() would.
  await picker.getByRole("searchbox").evaluate((search) => search.scrollIntoView());
  const at = (await pin("Publika").boundingBox())!;
  expect(at.y + at.height).toBeLessThan(bar.y);
  await page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
  await expect(picker.getByText(/^Publika · 1, Jalan Dutamas/)).toBeVisible();
  await expect(picker.getByRole("button", { name: "Confirm Claim" })).toBeEnabled();
});

test("a voucher that the till releases, or whose code expires, is the member's again @long", async ({
  page,
}) => {
  const member = await withPoints(page);
  const isBack = page.getByText("The time is over. The reward is yours again.");
  const tile = page.getByRole("listitem").filter({ hasText: TEA });
  const showAgain = async () => {
    await press(page, "Got it!");
    await expect(tile.getByText("CLAIM")).toBeVisible();
    await tile.getByRole("link").click();
    await press(page, "Use it Now");
    await press(page, "Skip");
  };
  await showTea(page);
  await (await aTill()).release(await shownCode(page));
  await expect(isBack).toBeVisible();

  await showAgain();
  await expect(page.getByRole("timer")).toContainText("This code works until");
  inDatabase(
    "UPDATE vouchers SET present_until = '2020-01-01 00:00:00' WHERE member_id = ? AND cost > 0",
    member.user.id,
  );
  await expect(isBack).toBeVisible();

  // The scheduler writes the expiry down, and the voucher goes on as if it had never been shown.
  await flask("scheduler", "run");
  await showAgain();
  await (await aTill()).use(await shownCode(page));
  await expect(page.getByRole("dialog", { name: "Used" })).toBeVisible();
});

test("the code is shown in light colours in the dark scheme too @long", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await withPoints(page);
  await showTea(page);
  const screen = page.getByRole("dialog", { name: "Reward Ready!" });
  await expect(screen).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expectAccessible(page);
  await (await aTill()).use(await shownCode(page));
  await expect(page.getByRole("dialog", { name: "Used" })).toBeVisible();
  await expectAccessible(page);
});
