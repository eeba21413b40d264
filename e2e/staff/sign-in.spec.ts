import { staff } from "../support/servers.ts";
import { signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

const usePasskey = { name: "Use your passkey" };

test("an invitation makes a passkey, which signs in again after signing out", async ({ page }) => {
  await signedInToOffice(page, { name: "Nur Iman", role: "head-office" });
  await page.getByRole("link", { name: "Nur Iman" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nur Iman" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${staff}/sign-in`);

  await page.goto(`${staff}/people?outlet=2`);
  await expect(page).toHaveURL(`${staff}/sign-in?from=%2Fpeople%3Foutlet%3D2`);
  await page.getByRole("button", usePasskey).click();
  await expect(page).toHaveURL(`${staff}/people?outlet=2`);
  await expect(page.getByRole("heading", { level: 1, name: "Tills and people" })).toBeVisible();
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
