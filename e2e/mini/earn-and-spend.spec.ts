import type { Page } from "@playwright/test";

import { joinAt, press, shownCode, skipReferralCode } from "../support/dialogs.ts";
import { expectDashboardOf, signedInOnMini } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { serveTiles } from "../support/map-tiles.ts";
import { mini } from "../support/servers.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

const TEA = "Classic Thai Milk Tea with Bobas";

const main = (page: Page) => page.getByRole("main");

const memberIdOf = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem("userData")!) as { id: number }).id);

test("a visitor joins, pays, sees the points arrive, and uses the tea they claimed @long @phone-only", async ({
  page,
}) => {
  test.slow();
  const till = await aTill();
  const tillAtPublika = await aTill(2);
  const person = aPerson("Hui Min");
  await serveTiles(page);
  await joinAt(page, mini, person);
  await skipReferralCode(page);
  await expectDashboardOf(page, person.name);

  // The code is on the screen while the till posts the bill.
  await page.getByRole("navigation", { name: "Quick actions" }).getByText("Scan").click();
  await expect(page.getByRole("img", { name: "QR code with your member ID" })).toBeVisible();
  const bill = await till.postBill(await memberIdOf(page), 600);
  const bills = page.getByRole("region", { name: "Recent bills" });
  await expect(bills).toContainText("RM 600.00 at KL East Mall");
  await expect(bills).toContainText("Points on their way");
  await till.verify(bill);
  await expect(page.getByText("600 points have arrived.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Points summary" })).toContainText("600");

  await main(page).getByRole("link", { name: "Redeem Rewards" }).click();
  await page.getByRole("link", { name: `View Details of ${TEA}` }).click();
  await press(page, "Claim Now");
  await expect(page.getByRole("dialog", { name: "Confirm Redemption" })).toContainText(
    "100 stay with you",
  );
  await expectAccessible(page);
  await press(page, "Confirm Claim");
  await expect(page.getByRole("dialog", { name: "Reward Claimed Successfully!" })).toContainText(
    "100 points stay with you.",
  );
  await press(page, "Navigate to My Rewards");
  await expect(page.getByRole("region", { name: "Your points" })).toContainText("100");

  await page.getByRole("link", { name: `View Details of ${TEA}` }).click();
  await expectNothingSideways(page);
  await press(page, "Use it Now");
  // To the map and back: leaving it must not end the page.
  await page.getByRole("tab", { name: "Map" }).click();
  await page.getByRole("tab", { name: "List" }).click();
  await page.getByRole("searchbox").fill("publika");
  // By the keyboard: a click may miss while the list is filtered.
  const publika = page.getByRole("radio", { name: /Publika/ });
  await publika.press("Space");
  await expect(publika).toBeChecked();
  await expectAccessible(page);
  await press(page, "Confirm Claim");
  await expect(page.getByText("Present this code to the cashier")).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("dialog", { name: "Reward Ready!" })).toBeVisible();
  await tillAtPublika.use(await shownCode(page));
  await expect(page.getByRole("dialog", { name: "Used" })).toBeVisible();
  await press(page, "Got it!");
  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: TEA })).toContainText("Used on");
  await expectAccessible(page);

  await page.goto(`${mini}/activity`);
  await expect(main(page).getByText("+600")).toBeVisible();
  await expect(main(page).getByText("-500")).toBeVisible();
});

test("a reward out of reach says why, and opens with the points and with the tier @long", async ({
  page,
}) => {
  const member = await registered();
  const till = await aTill();
  await till.earn(member.user.id, 499);
  await signedInOnMini(page, member);
  const button = (name: string) => page.getByRole("button", { name });

  await test.step("one point is missing", async () => {
    await page.goto(`${mini}/reward/1?isPromotion=true`);
    await expect(page.getByText("Insufficient Points")).toBeVisible();
    await expect(button("Not Available")).toHaveAccessibleDescription("1 point to go");
    await till.earn(member.user.id, 1);
    await page.reload();
    await expect(button("Claim Now")).toHaveAccessibleDescription("500 of your 500 points");
  });

  await test.step("a tier is missing", async () => {
    await page.goto(`${mini}/reward/9?isMembership=true`);
    await expect(button("Locked")).toHaveAccessibleDescription("This reward opens with Royal.");
    await expectAccessible(page);
    await page.goto(`${mini}/reward/7?isMembership=true`);
    await expect(button("Locked")).toHaveAccessibleDescription("This reward opens with Plus.");
  });

  await test.step("the tier is reached: its reward costs nothing, once", async () => {
    await till.earn(member.user.id, 1000);
    await page.reload();
    await expect(page.getByRole("dialog", { name: /, you are Plus now$/ })).toBeVisible();
    await expectAccessible(page);
    await press(page, "Close");
    await press(page, "Use it Now");
    await press(page, "Confirm Claim");
    await press(page, "Navigate to My Rewards");
    await expect(page.getByRole("heading", { level: 3, name: /Plus members/ })).toHaveCount(1);
    await expect(page.getByRole("region", { name: "Your points" })).toContainText("1,500");
  });
});
