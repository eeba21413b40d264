import { expect, test } from "../support/test.ts";

import { fillRegistration, press, skipReferralCode, typeCode } from "../support/dialogs.ts";
import { codeSentTo } from "../support/messages.ts";
import { expectDashboardOf } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { site } from "../support/servers.ts";

test("a tab that was reloaded while the message was read still takes the sign-in code @long", async ({
  page,
}) => {
  const member = await registered(aPerson("Nadia Karim"));
  await page.goto(`${site}/login`);
  const dialog = page.getByRole("dialog", { name: "Sign In" });
  await dialog.getByLabel("Mobile number").fill(member.mobileNumber);
  await press(dialog, "Continue");
  const code = await codeSentTo(member.number, 1);
  await page.goto(`${site}/menu`);

  // By itself, with the boxes and the time that is left.
  await expect(dialog.getByRole("timer")).toContainText("The code is good for 1:");
  await press(dialog, "Close");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto(`${site}/login`);
  await typeCode(page, code);
  await expectDashboardOf(page, member.name);
});

test("and the code of a registration, with all that was filled in @long", async ({ page }) => {
  const person = aPerson("Farah Aziz");
  await page.goto(`${site}/login`);
  await press(page.getByRole("dialog", { name: "Sign In" }), "Sign Up");
  await fillRegistration(page, person);
  const dialog = page.getByRole("dialog", { name: "Join as Member" });
  await press(dialog, "Get OTP");
  const code = await codeSentTo(person.number);
  await dialog.getByRole("textbox", { name: /6-digit/ }).waitFor();
  await page.reload();

  await expect(dialog.getByRole("textbox", { name: /6-digit/ })).toBeFocused();
  await typeCode(page, code);
  await dialog.getByRole("checkbox").first().check();
  await press(dialog, "Join Now");
  await skipReferralCode(page);
  await expectDashboardOf(page, person.name);
});
