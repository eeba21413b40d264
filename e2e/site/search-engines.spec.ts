import { readFileSync } from "node:fs";
import { join } from "node:path";

import { publicPages } from "../support/routes.ts";
import {
  expectOwnAddresses,
  headers,
  local,
  meta,
  type Node,
  nodesOf,
  of,
  sent,
} from "../support/search-engines.ts";
import { paths, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** What search engines and link previews read: the HTML as it is sent, before any script. */

const snapshot = readFileSync(join(paths.root, "libs/content/src/snapshot/outlets.json"), "utf8");
const { outlets } = JSON.parse(snapshot) as { outlets: unknown[] };

test("every public page has a title, a picture for sharing, and the brands of the group", async ({
  request,
}) => {
  for (const path of publicPages) {
    await test.step(path, async () => {
      const html = await sent(request, path);
      const title = /<title>([^<]+)<\/title>/.exec(html)![1];

      expect(meta(html, "og:title")).toBe(title);
      expect(meta(html, "twitter:title")).toBe(title);
      expect(meta(html, "og:description")).toBe(meta(html, "description"));
      expect(meta(html, "twitter:card")).toBe("summary_large_image");
      expect(meta(html, "twitter:image")).toBe(meta(html, "og:image"));

      const picture = new URL(meta(html, "og:image")!);
      const answer = await request.get(`${local}${picture.pathname}`, { headers });
      expect(answer.status()).toBe(200);
      expect(answer.headers()["content-type"]).toBe("image/jpeg");
      expect(sizeOfJpeg(await answer.body())).toEqual([1200, 630]);

      expect(of(nodesOf(html), "Organization")[0]).toMatchObject({
        subOrganization: [{ name: "Krua Bowl" }, { name: "Thong Cha" }],
      });
    });
  }
});

test("search engines get the outlets with hours and coordinates, the menu with prices, and the questions", async ({
  request,
}) => {
  const locations = nodesOf(await sent(request, "/locations"));
  const found = [...of(locations, "Restaurant"), ...of(locations, "CafeOrCoffeeShop")];
  expect(found).toHaveLength(outlets.length);
  for (const outlet of found) {
    expect(outlet).toMatchObject({
      geo: { latitude: expect.any(Number), longitude: expect.any(Number) },
      openingHoursSpecification: [{ opens: expect.stringMatching(/^\d\d:\d\d$/) }],
      address: { addressCountry: "MY", postalCode: expect.stringMatching(/^\d{5}$/) },
    });
  }

  const menu = of(nodesOf(await sent(request, "/menu")), "Menu")[0]!;
  const sections = menu["hasMenuSection"] as { hasMenuItem: { offers: { price: string } }[] }[];
  expect(sections.length).toBeGreaterThan(3);
  for (const { hasMenuItem } of sections) {
    for (const { offers } of hasMenuItem) expect(offers.price).toMatch(/^\d+\.\d\d$/);
  }

  const questions = of(nodesOf(await sent(request, "/membership")), "FAQPage")[0]!;
  expect((questions["mainEntity"] as Node[]).length).toBeGreaterThan(3);
});

test("pages, sitemap and robots.txt name the host they are served at as the site's address", async ({
  request,
}) => {
  // A build that is not installed has a name in its place.
  const installed = process.env.LOYALTY_E2E_SERVERS === "production";
  await expectOwnAddresses(request, installed ? site : "https://site.invalid");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("every public page is readable, under a title of its own, and an unknown address is a 404", async ({
    page,
  }) => {
    const titles = new Set<string>();
    for (const path of publicPages) {
      await test.step(path, async () => {
        const answer = await page.goto(`${site}${path}`);

        expect(answer?.status()).toBe(200);
        titles.add(await page.title());
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect((await page.locator("main").innerText()).length).toBeGreaterThan(250);
        await expect(page.getByRole("link", { name: "Menu" }).first()).toBeAttached();
        await expect(page.locator('footer a[href="/locations"]').first()).toBeVisible();
        for (const picture of await page.locator('main img:not([loading="lazy"])').all())
          await expect(picture).toHaveJSProperty("complete", true);
      });
    }
    expect(titles.size).toBe(publicPages.length);

    const answer = await page.goto(`${site}/nowhere/at/all`);
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page does not exist");
    await expect(page.locator('main a[href="/"]').first()).toBeVisible();
  });
});

function sizeOfJpeg(bytes: Buffer): [number, number] {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xc2)
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  throw new Error("No JPEG.");
}
