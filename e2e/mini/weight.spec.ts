import { gzipSync } from "node:zlib";

import { memberOnMini } from "../support/pages.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** What the first page of a member may load of scripts, in bytes compressed by gzip, all that comes by itself included. */
const DASHBOARD_BYTES = 217_000;

test("the scripts of a member's first page are light", async ({ page }) => {
  await memberOnMini(page);
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) scripts.set(pathname, response.body());
  });
  await page.goto(`${mini}/dashboard`);
  await expect(page.getByRole("button", { name: /^Your account/ })).toBeVisible();
  await page.waitForLoadState("networkidle");

  const bodies = await Promise.all(scripts.values());
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeLessThan(DASHBOARD_BYTES);
});
