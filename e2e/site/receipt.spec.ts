import type { BrowserContext } from "@playwright/test";

import { press, registerWithCode, signInWithCode, skipReferralCode } from "../support/dialogs.ts";
import { memberOnSite } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/** Fails when the code of a receipt is in the address or the Referer of any request (docs/till.md). */
function watchFor(context: BrowserContext, code: string): () => void {
  const seen: string[] = [];
  context.on("request", (request) => {
    const { referer = "" } = request.headers();
    // The fragment of a navigation is in Playwright's address, and stays in the browser.
    if (`${request.url().split("#")[0]} ${referer}`.includes(code)) seen.push(request.url());
  });
  return () => expect(seen).toEqual([]);
}

test("a guest scans their receipt, joins for it, and it is theirs; a second one is refused @phone", async ({
  page,
  context,
  browser,
}) => {
  const till = await aTill();
  const url = await till.receipt(45.9);
  expect(url).toContain(`${site}/receipt#`);
  const expectUnseen = watchFor(context, url.split("#")[1]!);

  await page.goto(url);
  await expect(page.getByText("45 points", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${site}/receipt`);
  await page.reload();
  const guest = aPerson("Farah Idris");
  await press(page.getByRole("main"), "Join As Member");
  await registerWithCode(page, guest);

  // They are handed over to the mini-program and are still at their receipt.
  await page.waitForURL(`${mini}/receipt`);
  await skipReferralCode(page);
  await expect(page.getByText("It will count for Farah Idris.")).toBeVisible();
  await press(page.getByRole("main"), "Claim 45 points");
  await expect(page.getByText("Its points follow when the outlet has confirmed it")).toBeVisible();
  await page.getByRole("link", { name: "See my points" }).click();
  await expect(page).toHaveURL(`${mini}/rewards`);
  await expect(page.getByText("RM 45.90").first()).toBeVisible();
  expectUnseen();

  const other = await browser.newContext();
  const second = await other.newPage();
  const member = await memberOnSite(second);
  await second.goto(url);
  await second.waitForURL(`${mini}/receipt`);
  await expect(second.getByText("Somebody else has already claimed this bill.")).toBeVisible();
  await expect(second.getByText(`It will count for ${member.name}`)).toBeHidden();
  await other.close();
});

test("a member who looked around before signing in comes back to the receipt, whose points are there at once @long", async ({
  page,
}) => {
  const member = await registered(aPerson("Lim Wei"));
  await page.goto(await (await aTill()).receipt(30, true));
  await expect(page.getByText("30 points", { exact: true })).toBeVisible();
  await page.goto(`${site}/login`);
  await signInWithCode(page, member);

  await page.waitForURL(`${mini}/receipt`);
  await press(page.getByRole("main"), "Claim 30 points");
  await expect(page.getByText("This bill is yours. 30 points were added.")).toBeVisible();
  await page.goto(`${mini}/rewards`);
  await expect(page.getByText("30", { exact: true }).first()).toBeVisible();
});

test("a code that was changed is refused in words @long", async ({ page }) => {
  const url = await (await aTill()).receipt(20);
  await page.goto(url.slice(0, -1) + (url.endsWith("A") ? "B" : "A"));
  await expect(page.getByText("This code was not made by us.")).toBeVisible();
});
