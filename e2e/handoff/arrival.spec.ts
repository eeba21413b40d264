import { expect, test } from "../support/test.ts";
import { inDatabase } from "../support/database.ts";
import {
  arrivalAt,
  expectDashboardOf,
  expectVisitor,
  memberOnMini,
  signedInOnMini,
  ticketOf,
  storedToken,
} from "../support/pages.ts";
import { aPerson, newlyRegistered, registered } from "../support/people.ts";
import { mini, site, otherSite } from "../support/servers.ts";

const USED = "This link has already been used. Sign in, or open again from the website";

const fromSite = { referer: `${site}/` };

test("the stored token itself, in the query, signs in as the documents say", async ({ page }) => {
  const member = await registered();
  const checked = page.waitForResponse(/\/api\/member\/checksession$/);

  await page.goto(arrivalAt("/dashboard", member.token), fromSite);

  expect((await checked).status()).toBe(200);
  await expectDashboardOf(page, member.name);
  expect(await storedToken(page)).not.toBeNull();
});

test("a ticket signs in once: the second visitor of the link is not signed in and reads why", async ({
  page,
  browser,
}) => {
  const member = await registered();
  const link = arrivalAt("/dashboard", await ticketOf(member));
  await page.goto(link, fromSite);
  await expectDashboardOf(page, member.name);

  const another = await browser.newPage();
  await another.goto(link, fromSite);

  await expect(another.getByText(USED)).toBeVisible();
  await expectVisitor(another);
  await another.close();
});

test("a ticket older than a minute opens nothing @long", async ({ page }) => {
  const member = await registered();
  const ticket = await ticketOf(member);
  inDatabase(
    "UPDATE handoff_tickets SET expires_at = datetime('now', '-1 second') " +
      "WHERE sign_in_id IN (SELECT id FROM sign_ins WHERE member_id = ?)",
    member.user.id,
  );

  await page.goto(arrivalAt("/dashboard", ticket), fromSite);

  await expect(page.getByText(USED)).toBeVisible();
  await expectVisitor(page);
});

test("an invalid or used token ends no session: a member who is signed in stays signed in @long", async ({
  page,
  browser,
}) => {
  const used = await ticketOf(await registered());
  const thief = await browser.newPage();
  await thief.goto(arrivalAt("/dashboard", used), fromSite);
  await expectDashboardOf(thief, "Aisyah Rahman");
  await thief.close();
  await memberOnMini(page, aPerson("Nor Azlina"));

  for (const token of ["garbage.garbage", used]) {
    await page.goto(arrivalAt("/dashboard", token), fromSite);
    await expectDashboardOf(page, "Nor Azlina");
    expect(await storedToken(page)).not.toBeNull();
    await expect(page.getByText(USED)).toBeHidden();
  }
});

test("another member's link asks; staying keeps both, switching ends the one before", async ({
  page,
}) => {
  const aisyah = await registered(aPerson("Aisyah Rahman"));
  const bala = await registered(aPerson("Bala Krishnan"));
  await signedInOnMini(page, aisyah);

  await page.goto(arrivalAt("/profile", await ticketOf(bala)), fromSite);
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Ba***");
  await expect(question).toContainText(bala.mobileNumber.slice(-4));
  await expect(question.getByRole("button", { name: "Stay as Aisyah Rahman" })).toBeFocused();
  await question.getByRole("button", { name: "Stay as Aisyah Rahman" }).click();
  await expect(page.getByText("Aisyah Rahman").first()).toBeVisible();

  await page.goto(arrivalAt("/profile", await ticketOf(bala)), fromSite);
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Switch/ })
    .click();
  await expect(page.getByText("Bala Krishnan").first()).toBeVisible();
});

test("a link on another site, with or without a referrer, signs nobody in without asking @long", async ({
  page,
}) => {
  const attacker = await registered(aPerson("Eve Attacker"));
  const question = page.getByRole("alertdialog", { name: "Sign in with this link?" });
  for (const referrer of ["", "quiet&"]) {
    const link = arrivalAt("/rewards", await ticketOf(attacker));
    await page.goto(`${otherSite}/?${referrer}to=${encodeURIComponent(link)}`);

    await expect(question).toBeVisible();
    await expectVisitor(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expectVisitor(page);
  }
});

/** Where a deployment accepts links without a referrer (`handoffStrict: false`). */
test("where links without a referrer are accepted, a notice above every dialog names the member and offers to sign out @long", async ({
  page,
}) => {
  const member = await newlyRegistered(aPerson("Aisyah Rahman"));
  const link = arrivalAt("/rewards", await ticketOf(member));
  const lax = { productionHost: new URL(site).host, apiBase: "/api", handoffStrict: false };
  await page.route("**/config.json", (route) => route.fulfill({ json: lax }));

  await page.goto(`${otherSite}/?quiet&to=${encodeURIComponent(link)}`);

  await expect(page).toHaveURL(`${mini}/rewards`);
  const notice = page.getByText(`Signed in as Ai*** …${member.mobileNumber.slice(-4)}`);
  await expect(notice).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Show full screen" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(notice).toBeInViewport();
  const height = (await page.getByRole("region", { name: "About this sign-in" }).boundingBox())!
    .height;
  expect(height).toBeLessThan(50);

  await page.getByRole("button", { name: "Not you?" }).click();
  await expect(page).toHaveURL(`${mini}/`);
  await expectVisitor(page);
});

test("a token in an address of the site, and two tokens in one of the mini-program, are ignored and removed @long", async ({
  page,
}) => {
  const first = await registered();
  const second = await registered();
  await page.goto(`${site}/menu?token=${first.token}&tab=drinks`);
  await expect(page).toHaveURL(`${site}/menu?tab=drinks`);
  await expectVisitor(page);

  await page.goto(`${mini}/menu?token=${first.token}&token=${second.token}`, fromSite);
  await expect(page).toHaveURL(`${mini}/menu`);
  await expectVisitor(page);
});
