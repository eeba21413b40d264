import { expect, test } from "../support/test.ts";

import { memberOnMini, signedInOnMini } from "../support/pages.ts";
import { aPerson, registered, signedInAgain } from "../support/people.ts";
import { mini } from "../support/servers.ts";

test("a new member sees their tier, the quick actions and recent activity, which comes back with Retry", async ({
  page,
}) => {
  await memberOnMini(page, aPerson("Nurul Huda"));
  await page.route("**/activityHistory*", (route) =>
    route.fulfill({ status: 500, json: { message: "The kitchen is closed", code: "boom" } }),
  );
  await page.goto(`${mini}/dashboard`);

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Nurul");
  await expect(page.getByRole("region", { name: "Available Points" })).toContainText("Basic");
  await expect(page.getByRole("progressbar").first()).toHaveAttribute(
    "aria-valuetext",
    "0 of 1,500, 1,500 to Plus",
  );
  const actions = page.getByRole("navigation", { name: "Quick actions" });
  for (const [name, path] of [
    ["Scan", "/rewards"],
    ["Redeem", "/redeem"],
    ["Profile", "/profile"],
    ["Locations", "/locations"],
    ["Menu", "/menu"],
  ] as const)
    await expect(actions.getByRole("link", { name })).toHaveAttribute("href", path);

  const card = page.getByRole("region", { name: "Recent Activity" });
  await expect(card.getByRole("alert")).toContainText("The kitchen is closed");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await card.getByRole("button", { name: "Retry" }).click();
  await expect(card.getByRole("listitem").filter({ hasText: "Member Registration" })).toBeVisible();
});

test("the member's code can be shown, scanned and read @phone", async ({ page }) => {
  const member = await memberOnMini(page);

  await page.goto(`${mini}/rewards`);

  const code = page.getByRole("img", { name: "QR code with your member ID" });
  const box = await code.boundingBox();
  expect(box!.width).toBeGreaterThanOrEqual(220);
  await expect(page.getByText(String(member.user.memberCode), { exact: true })).toBeVisible();
});

test("a changed name is saved and shown at once on every page @long", async ({ page }) => {
  await memberOnMini(page);
  // Everything that is asked for once stays for five minutes: each place has the old name now.
  const main = page.getByRole("main");
  await page.goto(`${mini}/dashboard`);
  await main.getByRole("link", { name: "Profile", exact: true }).click();
  await main.getByRole("link", { name: "Personal Information" }).click();
  await expect(page.getByRole("button", { name: "Save Changes" })).toBeDisabled();

  await page.getByLabel("Name", { exact: true }).fill("Siti Aisyah");
  await page.getByRole("button", { name: "Save Changes" }).click();

  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await expect(page).toHaveURL(`${mini}/profile`);
  await expect(main.getByText("Siti Aisyah")).toBeVisible();
  await page.evaluate(() => history.go(-3));
  await expect(page).toHaveURL(`${mini}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Siti");
});

test("an invited friend appears in the invite history, masked @long", async ({ page }) => {
  const member = await registered();
  await registered({ ...aPerson("Chong Mei"), referralCode: String(member.user.referralCode) });
  await signedInOnMini(page, await signedInAgain(member));

  await page.goto(`${mini}/referral`);

  const history = page.getByRole("region", { name: "Invite History" });
  await expect(history.getByRole("listitem")).toHaveCount(1);
  await expect(history).toContainText("Pending");
});
