import { memberOnMini } from "../support/pages.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

test("in a browser without CloseWatcher Back closes the menu and the large code, and the page stays @long @phone", async ({
  page,
}) => {
  await memberOnMini(page);
  await page.addInitScript(() => Reflect.deleteProperty(window, "CloseWatcher"));
  await page.goto(`${mini}/dashboard`);
  await page.goto(`${mini}/rewards`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Show full screen" }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${mini}/rewards`);

  // Closed by its button, it leaves no step behind.
  await page.getByRole("button", { name: "Show full screen" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => (history.state as { isOverlay?: true }).isOverlay))
    .toBeUndefined();
  await page.goBack();
  await expect(page).toHaveURL(`${mini}/dashboard`);
});
