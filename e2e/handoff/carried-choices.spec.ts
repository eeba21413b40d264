import { expect, test } from "../support/test.ts";

import { fillRegistration, press, signInWithCode, typeCode } from "../support/dialogs.ts";
import { inDatabase } from "../support/database.ts";
import { codeSentTo } from "../support/messages.ts";
import { expectDashboardOf } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";

test("brand, colours and number are carried over to the mini-program @long", async ({ page }) => {
  const member = await registered(aPerson("Siew Ling"));
  await page.goto(`${site}/config.json`);
  await page.evaluate(() => {
    localStorage.setItem("activeTab", "thong-cha");
    localStorage.setItem("colorScheme", "dark");
  });
  await page.goto(`${site}/login`);
  await signInWithCode(page, member);
  await expectDashboardOf(page, member.name);

  const themed = page.locator("html[data-brand=thong-cha][data-theme=dark]");
  await expect(themed).toBeAttached();
  expect(new URL(page.url()).search).toBe("");
  const kept = () => page.evaluate(() => localStorage.getItem("lastPhoneNumber"));
  await expect.poll(kept).toBe(member.mobileNumber);

  // What is chosen here later is not undone by the next handoff.
  await page.evaluate(() => localStorage.setItem("activeTab", "krua-bowl"));
  await page.goto(`${site}/redeem`);
  await expect(page).toHaveURL(`${mini}/redeem`);
  await expect(page.locator("html[data-brand=krua-bowl]")).toBeAttached();
});

test("joining with the number of a member signs them in, and the mini-program says so @long", async ({
  page,
}) => {
  const member = await registered(aPerson("Devi Anand"));
  // As if they had joined long ago: between two codes for joining lies a minute.
  inDatabase("DELETE FROM code_events WHERE kind = 'code'");
  await page.goto(`${site}/login`);
  await press(page.getByRole("dialog", { name: "Sign In" }), "Sign Up");
  await fillRegistration(page, member);
  const dialog = page.getByRole("dialog", { name: "Join as Member" });
  await dialog.getByRole("checkbox").first().check();
  await press(dialog, "Get OTP");
  const code = await codeSentTo(member.number, 1);
  await dialog.getByRole("textbox", { name: /6-digit/ }).waitFor();
  await typeCode(page, code);
  await press(dialog, "Join Now");

  await page.waitForURL(`${mini}/dashboard`);
  await expect(page.getByText("You are already a member. We have signed you in.")).toBeVisible();
  await page.reload();
  await expectDashboardOf(page, member.name);
  await expect(page.getByText("You are already a member.")).toBeHidden();
});
