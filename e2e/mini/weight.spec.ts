import { memberOnMini } from "../support/pages.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { watchScripts } from "../support/weight.ts";

/** What the first page of a member may load of scripts, in bytes, everything that comes by itself included. */
const DASHBOARD_BYTES = 217_000;

test("the scripts of a member's first page are light", async ({ page }) => {
  await memberOnMini(page);
  const scripts = watchScripts(page);
  await page.goto(`${mini}/dashboard`);
  await expect(page.getByRole("button", { name: /^Your account/ })).toBeVisible();
  await page.waitForLoadState("networkidle");

  const bytes = await scripts();
  expect(bytes).toBeLessThan(DASHBOARD_BYTES);
});
