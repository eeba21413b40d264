import type { BrowserContext, Page } from "@playwright/test";

import { signInWithCode, signOutFromProfile } from "../support/dialogs.ts";
import { inDatabase } from "../support/database.ts";
import {
  arrivalAt,
  expectVisitor,
  heldBack,
  memberOnMini,
  signedInOnMini,
  ticketOf,
} from "../support/pages.ts";
import { type MemberPerson, registered, signedInAgain } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** A member with two tabs: their profile, and the page at `path`. */
async function twoTabs(context: BrowserContext, path: string) {
  const member: MemberPerson = await registered();
  const one = await context.newPage();
  await signedInOnMini(one, member);
  await one.goto(`${mini}/profile`);
  const two = await context.newPage();
  await two.goto(`${mini}${path}`);
  await expect(two.getByRole("heading", { level: 1 })).toBeVisible();
  return { member, one, two };
}

const brandOf = (page: Page) => page.locator("html").getAttribute("data-brand");

test("a sign-out in one tab is a sign-out in the other, and shows nothing more of the member @long", async ({
  context,
}) => {
  const { member, one, two } = await twoTabs(context, "/rewards");
  const code = two.getByText(String(member.user.memberCode), { exact: true });
  await expect(code).toBeVisible();
  await signOutFromProfile(one);

  await expect(code).toBeHidden();
  await expectVisitor(two);
  await expect(two.getByText("Your session has ended.")).toBeHidden();
});

test("the brand chosen and the formats saved in one tab are those of the other @long", async ({
  context,
}) => {
  const { one, two } = await twoTabs(context, "/profile");
  expect(await brandOf(two)).toBe("krua-bowl");
  await one.getByRole("button", { name: "Thong Cha" }).click();
  await expect.poll(() => brandOf(two)).toBe("thong-cha");

  await expect(two.getByText("31/08/1994")).toBeVisible();
  await one.goto(`${mini}/settings/language`);
  await one.getByLabel("Dates").selectOption("YYYY-MM-DD");
  await one.getByRole("button", { name: "Save Changes" }).click();
  await expect(two.getByText("1994-08-31")).toBeVisible();
});

test("when a session ends the page says so, and signing in again leads back to it @long", async ({
  page,
}) => {
  const member = await memberOnMini(page);
  await checkedAfter(page, () => page.goto(`${mini}/redeem?tab=history`));
  await expect(page.getByText("No history yet")).toBeVisible();

  inDatabase(
    "UPDATE sign_ins SET ended_at = '2020-01-01 00:00:00' WHERE member_id = ?",
    member.user.id,
  );
  // Coming back online makes a page check.
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(
    page.getByText("Your session has ended. Sign in again and you are back where you were."),
  ).toBeVisible();

  await signInWithCode(page, member);
  await expect(page).toHaveURL(`${mini}/redeem?tab=history`);
  await expect(page.getByText("Your session has ended.")).toBeHidden();
});

/** The event a page gets when the back-forward cache restores it; the cache itself is off in a browser under test. */
const comeBack = (page: Page) =>
  page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );

async function checkedAfter(page: Page, load: () => Promise<unknown>) {
  const checked = page.waitForResponse("**/checksession");
  await load();
  await checked;
}

test("a page from the back-forward cache hides what is private until the session was checked, and keeps what was typed @long", async ({
  page,
}) => {
  await memberOnMini(page);
  await checkedAfter(page, () => page.goto(`${mini}/profile/edit`));
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Half a na");
  const answer = await heldBack(page, "**/checksession");
  await comeBack(page);

  await expect(name).toBeHidden();
  await expect(page.getByText("Loading…")).toBeVisible();
  answer();
  await expect(name).toHaveValue("Half a na");
  await expect(name).toBeFocused();

  await page.unroute("**/checksession");
  await checkedAfter(page, () => page.goto(`${mini}/rewards`));
  await page.getByRole("button", { name: "Show full screen" }).click();
  const code = page.getByRole("dialog").getByRole("img", { name: "QR code with your member ID" });
  await expect(code).toBeVisible();
  const answerAgain = await heldBack(page, "**/checksession");
  await comeBack(page);
  await expect(code).toBeHidden();
  answerAgain();
  await expect(code).toBeVisible();
});

test("a check that hangs in one tab does not keep a member out of the next @long", async ({
  context,
}) => {
  const member = await registered();
  const one = await context.newPage();
  await signedInOnMini(one, member);
  await one.route("**/checksession", () => {});
  const hangs = one.waitForRequest("**/checksession");
  await one.goto(`${mini}/profile`);
  await hangs;

  const two = await context.newPage();
  const link = arrivalAt("/rewards", await ticketOf(await signedInAgain(member)));
  await two.goto(link, { referer: `${site}/` });
  await expect(two.getByText(String(member.user.memberCode), { exact: true })).toBeVisible();
  await expect(two.getByRole("alertdialog")).toBeHidden();
});
