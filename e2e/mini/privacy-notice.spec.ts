import { inDatabase } from "../support/database.ts";
import { press } from "../support/dialogs.ts";
import { memberOnMini } from "../support/pages.ts";
import { mini } from "../support/servers.ts";
import { expectAccessible } from "../support/quality.ts";
import { expect, test } from "../support/test.ts";

/** SECURITY.md P1: a member who agreed to an older notice reads the current one, agrees, and is not asked again. */
test("a newer notice is asked for once, wherever a member is @long", async ({ page }) => {
  const member = await memberOnMini(page);
  inDatabase("UPDATE consents SET notice_version = '0' WHERE member_id = ?", member.user.id);
  await page.goto(`${mini}/rewards`);
  const question = page.getByRole("dialog", { name: "A newer notice" });
  await expect(question).toBeVisible();
  await expectAccessible(page);

  await question.getByRole("button", { name: "Privacy Policy" }).click();
  await page
    .getByRole("dialog", { name: "Privacy Policy" })
    .getByRole("button", { name: "Close" })
    .click();
  await press(page, "I agree");
  await expect(page.getByText("Thank you, your agreement is kept.")).toBeVisible();
  await expect(question).toBeHidden();

  const asked = page.waitForResponse(/\/consent$/);
  await page.reload();
  await (await asked).finished();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(question).toBeHidden();
});
