import type { Page } from "@playwright/test";

import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

test("the browser finds an app it can install in each brand, with its icons", async ({
  context,
}) => {
  for (const brand of ["krua-bowl", "thong-cha"]) {
    await test.step(brand, async () => {
      const page = await context.newPage();
      await page.addInitScript((key) => localStorage.setItem("activeTab", key), brand);
      await page.goto(`${mini}/menu`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const browser = await page.context().newCDPSession(page);

      const { url, errors, data } = await browser.send("Page.getAppManifest");
      expect(errors).toEqual([]);
      expect(new URL(url).pathname).toBe(`/${brand}.webmanifest`);
      const { icons } = JSON.parse(data!) as { icons: { src: string; sizes: string }[] };
      expect(icons.map(({ sizes }) => sizes)).toEqual(
        expect.arrayContaining(["192x192", "512x512"]),
      );
      for (const { src, sizes } of icons) expect(await sizeOf(page, src)).toBe(sizes);

      // The tests' browser keeps nothing between visits, and that is the only thing in the way.
      const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
      expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(
        installabilityErrors.length > 0 ? ["in-incognito"] : [],
      );
    });
  }
});

/** The measures a picture really has, as `192x192`. */
function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  }, src);
}
