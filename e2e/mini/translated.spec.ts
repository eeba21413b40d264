import { aCounter, press as pressFigures, record, scan } from "../support/counter.ts";
import { joinAt, press, shownCode, signInWithCode, skipReferralCode } from "../support/dialogs.ts";
import { expectDashboardOf, memberOnMini, signedInOnMini } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";
import { translated } from "../support/translation.ts";
import { showTeaOn, TEA } from "../support/vouchers.ts";

test("translated by the browser, a member signs in on the site and arrives", async ({ page }) => {
  const member = await registered();
  await translated(page);
  await page.goto(`${site}/login`);
  await signInWithCode(page, member);
  await expectDashboardOf(page, member.name);
});

test("translated by the browser, a visitor joins with the mini-program @long", async ({ page }) => {
  const person = aPerson("Hui Min");
  await translated(page);
  await joinAt(page, mini, person);
  await skipReferralCode(page);
  await expectDashboardOf(page, person.name);
});

test("translated by the browser, a reward is claimed and used @long", async ({ page }) => {
  const member = await registered();
  const till = await aTill();
  await till.earn(member.user.id, 600);
  await signedInOnMini(page, member);
  await translated(page);
  await page.goto(`${mini}/rewards`);
  await expect(page.getByRole("region", { name: "Points summary" })).toContainText("600");
  await showTeaOn(page, "KL East Mall");
  await till.use(await shownCode(page));
  await expect(page.getByRole("dialog", { name: "Used" })).toBeVisible();
  await press(page, "Got it!");
  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: TEA })).toContainText("Used on");
});

test("translated by the browser, feedback is sent from the site @long", async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
  await translated(page);
  await page.goto(`${site}/contact-us`);
  const form = page.getByRole("form", { name: "Feedback form" });
  await press(form, "Send feedback");
  await form.getByLabel(/^Your name/).fill("Wei Ling");
  await form.getByLabel(/^Phone number/).fill(`0${aPerson().mobileNumber}`);
  await form.getByLabel(/^Outlet/).selectOption("Publika");
  await form.getByLabel(/^Your message/).fill("The tea was sweet.");
  await press(form, "Send feedback");
  await expect(page.getByText("Thank you for your feedback!").first()).toBeVisible();
});

test("translated by the browser, a profile is saved and the language changed @long", async ({
  page,
}) => {
  await memberOnMini(page);
  await translated(page);
  await page.goto(`${mini}/profile/edit`);
  await page.getByLabel(/^Name/).fill("Aisyah Binti Rahman");
  await press(page, "Save Changes");
  await expect(page).toHaveURL(`${mini}/profile`);
  await expect(page.getByRole("main")).toContainText("Aisyah Binti Rahman");

  await page.goto(`${mini}/settings/language`);
  await page.getByRole("radio", { name: /Bahasa Melayu/ }).check();
  await press(page, "Save Changes");
  await expect(page.getByRole("heading", { name: "Profil" }).first()).toBeVisible();
  for (const path of ["/dashboard", "/redeem", "/rewards"]) {
    await page.goto(`${mini}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("translated by the browser, the counter records a bill @long", async ({
  page: office,
  browser,
}) => {
  const member = await registered();
  const { page, context } = await aCounter(office, browser, "Translated counter", 3);
  await translated(page);
  await page.reload();
  await scan(page, String(member.user.memberCode));
  await pressFigures(page, "4590");
  await record(page, `T-${Date.now()}`, "");
  await expect(page.getByRole("heading", { name: "+45 points" })).toBeVisible();
  await press(page, "Next guest");
  await scan(page, "nobody");
  await expect(page.getByRole("alert")).toBeVisible();
  await context.close();
});
