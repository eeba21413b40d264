// Without our own test's watch on the policy: that it keeps other origins out is what is tested here.
import { expect, test } from "@playwright/test";

import { memberOnMini } from "../support/pages.ts";
import { mini, site, otherSite } from "../support/servers.ts";

/** SECURITY.md W5: what a page of another origin can do with ours. */

test("neither host can be framed", async ({ page }) => {
  for (const host of [site, mini]) {
    await test.step(host, async () => {
      await page.goto(otherSite);

      await page.evaluate(async (address) => {
        const frame = document.createElement("iframe");
        frame.src = address;
        const settled = new Promise((resolve) => frame.addEventListener("load", resolve));
        document.body.append(frame);
        await settled;
      }, `${host}/menu`);

      await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
    });
  }
});

test("neither host can be reached by the page that opened it", async ({ page }) => {
  for (const host of [site, mini]) {
    await test.step(host, async () => {
      await page.goto(otherSite);
      const opened = page.waitForEvent("popup");

      await page.evaluate(
        (address) => Object.assign(window, { it: open(address) }),
        `${host}/menu`,
      );
      const ours = await opened;
      await ours.waitForURL(`${host}/menu`);

      expect(await ours.evaluate(() => window.opener)).toBeNull();
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { it: Window }).it.closed))
        .toBe(true);
    });
  }
});

test("no picture and no answer of the API can be embedded by another origin", async ({ page }) => {
  await memberOnMini(page);
  await page.goto(otherSite);

  const got = await page.evaluate(async (api) => {
    const picture = new Promise((resolve) => {
      const image = new Image();
      image.addEventListener("load", () => resolve("shown"));
      image.addEventListener("error", () => resolve("refused"));
      image.src = `${api}/content/thai-milk-tea.webp`;
    });
    const asked = (mode: RequestMode) =>
      fetch(`${api}/outlet`, { mode, credentials: "include" }).then(
        () => "read",
        () => "refused",
      );
    return [await picture, await asked("no-cors"), await asked("cors")];
  }, `${mini}/api`);

  expect(got).toEqual(["refused", "refused", "refused"]);
});
