import { expect, test } from "../support/test.ts";
import { signOutFromProfile } from "../support/dialogs.ts";
import {
  arrivalAt,
  expectDashboardOf,
  expectVisitor,
  memberOnMini,
  memberOnSite,
  signedInOnMini,
  signedInOnSite,
  ticketOf,
  storedToken,
} from "../support/pages.ts";
import { opens, registered, signedInAgain } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";

test("a sign-out without network holds, and reaches the server with the network", async ({
  page,
  context,
}) => {
  const member = await memberOnSite(page);
  await page.goto(`${site}/profile`);
  await expect(page).toHaveURL(`${mini}/profile`);
  await expect(page.getByRole("button", { name: "Sign Out" }).last()).toBeVisible();
  const token = (await storedToken(page))!;

  await context.route("**/api/member/logout", (route) => route.abort("internetdisconnected"));
  await signOutFromProfile(page);
  await expectVisitor(page);
  expect(await opens(token, member.user.id, page.request)).toBe(true);

  await context.unroute("**/api/member/logout");
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect.poll(() => opens(token, member.user.id, page.request)).toBe(false);

  await page.goto(`${site}/menu`);
  await expectVisitor(page);
  await expect(page).toHaveURL(`${site}/menu`);
});

/** A ticket that waited while the member signed out elsewhere must not sign in again. */
test("a link that arrives after an unsent sign-out opens nothing @long", async ({
  page,
  context,
}) => {
  const member = await registered();
  const ticket = await ticketOf(member);
  await signedInOnMini(page, member);
  await page.goto(`${mini}/profile`);
  await context.route("**/api/member/logout", (route) => route.abort("internetdisconnected"));
  await signOutFromProfile(page);
  await expectVisitor(page);
  await context.unroute("**/api/member/logout");

  await page.goto(arrivalAt("/dashboard", ticket), { referer: `${site}/` });

  await expect(page.getByText("This link has already been used.")).toBeVisible();
  await expectVisitor(page);
});

/** docs/handoff.md A5b: one browser is one family, however often the member signed in here. */
test("a sign-out also ends what was signed in apart from it on the site @long", async ({
  page,
}) => {
  const member = await registered();
  const onSite = await signedInAgain(member);
  await signedInOnMini(page, member);
  await page.goto(`${mini}/dashboard`);
  await expectDashboardOf(page, member.name);
  await signedInOnSite(page, onSite);
  await page.goto(`${site}/profile`);
  await expect(page).toHaveURL(`${mini}/profile`);
  await expect(page.getByRole("button", { name: "Sign Out" }).last()).toBeVisible();

  await signOutFromProfile(page);
  await expectVisitor(page);

  await expect.poll(() => opens(onSite.token, member.user.id, page.request)).toBe(false);
  await page.goto(`${site}/menu`);
  await expectVisitor(page);
  await expect(page).toHaveURL(`${site}/menu`);
});

test("a sign-out in one tab empties the others @long", async ({ browser }) => {
  const context = await browser.newContext();
  const [one, two] = [await context.newPage(), await context.newPage()];
  await signedInOnMini(one, await registered());
  await one.goto(`${mini}/profile`);
  await two.goto(`${mini}/dashboard`);
  await two.getByRole("heading", { level: 1 }).waitFor();

  await signOutFromProfile(one);

  await expect(two).toHaveURL(`${mini}/`);
  await expectVisitor(two);
  await context.close();
});

test("after a sign-out neither back nor reload shows the member again", async ({ page }) => {
  const member = await memberOnMini(page);
  await page.goto(`${mini}/dashboard`);
  await expectDashboardOf(page, member.name);
  await page.goto(`${mini}/profile`);
  await signOutFromProfile(page);
  await expect(page).toHaveURL(`${mini}/`);

  for (const step of [() => page.goBack(), () => page.goBack(), () => page.reload()]) {
    await step();
    await expect(page.getByText(member.name)).toHaveCount(0);
    await expectVisitor(page);
  }
});

test("a duplicated tab and a reload stay signed in @long", async ({ page, context }) => {
  const member = await memberOnSite(page);
  await page.goto(`${site}/dashboard`);
  await expectDashboardOf(page, member.name);

  await page.reload();
  await expectDashboardOf(page, member.name);
  const copy = await context.newPage();
  await copy.goto(`${mini}/dashboard`);

  await expectDashboardOf(copy, member.name);
});
