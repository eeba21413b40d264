import { inDatabase } from "../support/database.ts";
import { anAuthenticator } from "../support/passkeys.ts";
import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { anInvitation, signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

const usePasskey = { name: "Use your passkey" };

test("an invitation makes a passkey, which signs in again after signing out", async ({ page }) => {
  await signedInToOffice(page, { name: "Nur Iman", role: "head-office" });
  await page.locator("summary", { hasText: "Nur Iman" }).click();
  await page.getByRole("link", { name: "Account and sign-out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nur Iman" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${staff}/sign-in`);

  await page.goto(`${staff}/people?outlet=2`);
  await expect(page).toHaveURL(`${staff}/sign-in?from=%2Fpeople%3Foutlet%3D2`);
  await page.getByRole("button", usePasskey).click();
  await expect(page).toHaveURL(`${staff}/people?outlet=2`);
  await expect(page.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
});

test("an act that needs a fresh verification asks for the passkey and then goes on by itself", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Lim Wei", role: "head-office" });
  await page.goto(`${staff}/account`);
  verifiedLongAgo("Lim Wei");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Confirm with your passkey" });
  await dialog.getByRole("button", usePasskey).click();
  await expect(dialog).toBeHidden();
  // The virtual device has a passkey of this account already and says so: the browser was asked.
  await expect(page.getByText("This device has a passkey of your account already.")).toBeVisible();
});

test("an invitation's secret is neither in the address nor in the history when the page has loaded @long", async ({
  page,
}) => {
  const address = await anInvitation("Siti Aminah", "head-office");
  await page.goto(staff);
  const before = await page.evaluate(() => history.length);
  await page.goto(address);

  await expect(page.getByRole("button", { name: "Make a passkey" })).toBeVisible();
  await expect(page).toHaveURL(`${staff}/invitation`);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test("an invitation that has ended says so, and what to do @long", async ({ page }) => {
  await anAuthenticator(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const link = await anInvitation("Late Invitation", "head-office");
  inDatabase(
    "UPDATE staff_invitations SET expires_at = datetime('now', '-1 minutes') WHERE staff_id IN (SELECT id FROM staff WHERE name = ?)",
    "Late Invitation",
  );
  await page.goto(link);
  await expect(page.getByText("This invitation has expired. Ask for a new one.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make a passkey" })).toBeHidden();
  await expectAccessible(page);
  await expectNothingSideways(page);
});

test("a session that is ended in the middle of work asks for the passkey, and nothing typed is lost @long", async ({
  page,
}) => {
  const member = await registered();
  await signedInToOffice(page, { name: "Rita Revoked", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/members?id=${member.user.id}`);
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("button", { name: "Correct" }).click();
  const form = page.getByRole("dialog", { name: /^Correct the record of/ });
  await form.getByLabel("Occupation").fill("Florist");
  await form.getByRole("textbox", { name: "Reason" }).fill("Ticket 4730, a wish");
  endSessionsOf("Rita Revoked");
  await form.getByRole("button", { name: "Correct" }).click();
  const again = page.getByRole("alertdialog", { name: "Please sign in again" });
  await expect(again).toContainText("Nothing that you typed is lost");
  await expect(form).toBeHidden();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await again.getByRole("button", usePasskey).click();
  await expect(page.getByText("Done: the record is corrected.")).toBeVisible();
  await expect(page.getByText("Florist")).toBeVisible();
});

test("who was disabled in the middle of work reads that, and what they typed stays until they leave @long", async ({
  page,
}) => {
  const member = await registered();
  await signedInToOffice(page, { name: "Dina Disabled", role: "head-office" });
  await page.goto(`${staff}/members?id=${member.user.id}`);
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("button", { name: "Correct" }).click();
  const form = page.getByRole("dialog", { name: /^Correct the record of/ });
  await form.getByLabel("Occupation").fill("Baker");
  await form.getByRole("textbox", { name: "Reason" }).fill("Ticket 4731, a wish");
  inDatabase("UPDATE staff SET disabled_at = datetime('now') WHERE name = ?", "Dina Disabled");
  endSessionsOf("Dina Disabled");
  await form.getByRole("button", { name: "Correct" }).click();
  const again = page.getByRole("alertdialog", { name: "Please sign in again" });
  await again.getByRole("button", usePasskey).click();
  await expect(again.getByRole("alert")).toContainText("Ask your manager for an invitation.");
  await expect(page.getByLabel("Occupation")).toHaveValue("Baker");
  await expectAccessible(page);
  await again.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(new RegExp(`^${staff}/sign-in`));
  await page.getByRole("button", usePasskey).click();
  await expect(page.getByRole("alert")).toBeVisible();
});

test("a passkey that does not verify its owner, or whose counter is a copy's, does not sign in @long", async ({
  page,
}) => {
  const { cdp, authenticatorId } = await signedInToOffice(page, {
    name: "Vic Verified",
    role: "head-office",
  });
  await page.goto(`${staff}/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${staff}/sign-in`);
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await page.getByRole("button", usePasskey).click();
  await expect(page.getByRole("button", usePasskey)).toBeEnabled();
  await page.goto(`${staff}/today`);
  await expect(page).toHaveURL(/\/sign-in\?from=/);

  // A clone: the same key with the counter of an earlier use.
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  const [credential] = credentials;
  inDatabase(
    "UPDATE staff_passkeys SET sign_count = 50 WHERE staff_id IN (SELECT id FROM staff WHERE name = ?)",
    "Vic Verified",
  );
  await cdp.send("WebAuthn.removeCredential", {
    authenticatorId,
    credentialId: credential!.credentialId,
  });
  await cdp.send("WebAuthn.addCredential", {
    authenticatorId,
    credential: { ...credential!, signCount: 3 },
  });
  await page.getByRole("button", usePasskey).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in/);
  await expectAccessible(page);
});

/** Ends somebody's sessions, as a colleague does in "People". */
function endSessionsOf(name: string) {
  inDatabase(
    "UPDATE staff_sessions SET ended_at = datetime('now') WHERE staff_id IN (SELECT id FROM staff WHERE name = ?)",
    name,
  );
}
