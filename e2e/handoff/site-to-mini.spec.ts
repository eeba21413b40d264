import { expect, test } from "../support/test.ts";
import {
  joinAt,
  press,
  registerWithCode,
  signInWithCode,
  signOutFromProfile,
  skipReferralCode,
} from "../support/dialogs.ts";
import {
  expectDashboardOf,
  expectVisitor,
  memberOnSite,
  everythingKept,
  storedToken,
} from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";

test("a new person joins on the site and arrives on the mini-program's dashboard @phone", async ({
  page,
}) => {
  const person = aPerson("Siti Nurhaliza");
  await joinAt(page, site, person);
  await expect(page.getByText("Registration successful!").first()).toBeVisible();

  await page.waitForURL(`${mini}/dashboard`);
  await expect(page.getByRole("dialog", { name: "Have a referral code?" })).toBeVisible();
  await page.reload();
  await skipReferralCode(page);
  await expectDashboardOf(page, person.name);
});

test("joining on the home page shows a loading page on the way to the dashboard @long", async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`${mini}/**/*.js`, async (route) => {
    await released;
    await route.continue();
  });
  const person = aPerson("Nur Aina");
  await page.goto(site);
  await press(page.getByRole("dialog"), "Join Now");
  await registerWithCode(page, person);

  await page.waitForURL(`${mini}/dashboard`, { waitUntil: "commit" });
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
  release();
  await skipReferralCode(page);
  await expectDashboardOf(page, person.name);
});

test("signing out in the mini-program signs out on the site, and signing in again leads back", async ({
  page,
}) => {
  const member = await registered();
  await page.goto(`${site}/login`);
  await signInWithCode(page, member);
  await expect(page).toHaveURL(`${mini}/dashboard`);

  await page.goto(`${mini}/profile`);
  await signOutFromProfile(page);
  await expect(page).toHaveURL(`${mini}/`);
  await expectVisitor(page);

  await page.goto(`${site}/menu`);
  await expectVisitor(page);
  await expect(page).toHaveURL(`${site}/menu`);

  // A code has its cooldown: the second sign-in is another member on the same device.
  const friend = await registered(aPerson("Mei Ling"));
  await page.goto(`${site}/login`);
  await signInWithCode(page, friend);
  await expectDashboardOf(page, "Mei Ling");
});

test("the site hands a member over: same path, same query, and no token is kept", async ({
  page,
}) => {
  const member = await memberOnSite(page);
  await page.goto(`${site}/locations`);
  await expect(page).toHaveURL(`${mini}/locations`);

  await page.goto(`${site}/redeem?tab=history`);
  await expect(page).toHaveURL(`${mini}/redeem?tab=history`);
  await expect(page.getByRole("heading", { level: 1, name: "Redeem" })).toBeVisible();

  const kept = await everythingKept(page);
  expect(kept).not.toContain("token=");
  expect(kept).not.toContain(member.token);
  expect(await storedToken(page)).not.toBeNull();
});

test("the back button does not start the handoff again @long", async ({ page }) => {
  await memberOnSite(page);
  await page.goto(`${site}/config.json?start`);
  await page.goto(`${site}/activity`);
  await expect(page).toHaveURL(`${mini}/activity`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.goBack();

  await expect(page).toHaveURL(`${site}/config.json?start`);
});
