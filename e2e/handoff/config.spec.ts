import type { Page } from "@playwright/test";

import { expect, test } from "../support/test.ts";
import { expectDashboardOf, memberOnSite, storedToken } from "../support/pages.ts";
import { mini, ports, site } from "../support/servers.ts";

async function configured(page: Page, miniOrigin: string) {
  await page.route(`${site}/config.json`, (route) =>
    route.fulfill({
      json: { productionHost: new URL(site).host, miniOrigin, apiBase: "/api", handoff: "ticket" },
    }),
  );
}

const wrongOrigins = {
  "the site itself": site,
  "an insecure host": "http://mini.example",
  "an address with a path": `${mini}/app`,
  "an address with a user": `http://me@mini.localhost:${ports.mini}`,
  nonsense: "mini",
  nothing: "",
};

test("with a wrong address of the mini-program nobody is redirected, and the console says why @long", async ({
  context,
}) => {
  await memberOnSite(await context.newPage());
  for (const [what, miniOrigin] of Object.entries(wrongOrigins)) {
    await test.step(what, async () => {
      const page = await context.newPage();
      await configured(page, miniOrigin);
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      const visited: string[] = [];
      page.on("framenavigated", (frame) => visited.push(frame.url()));

      await page.goto(`${site}/dashboard`);

      await expect(page.getByRole("heading", { level: 1, name: /no address here/ })).toBeVisible();
      expect(
        logged.filter((line) => line.includes("handoff to the mini-program is off")),
      ).toHaveLength(1);
      expect(visited.every((url) => new URL(url).origin === site)).toBe(true);
      expect(visited.length).toBeLessThan(5);
      expect(await storedToken(page)).not.toBeNull();
      await page.close();
    });
  }
});

test("with the literal handoff the stored token itself travels @long", async ({ page }) => {
  const member = await memberOnSite(page);
  await page.route(`${site}/config.json`, (route) =>
    route.fulfill({
      json: {
        productionHost: new URL(site).host,
        miniOrigin: mini,
        apiBase: "/api",
        handoff: "session",
      },
    }),
  );
  const carried: (string | null)[] = [];
  page.on("request", (request) => {
    const { searchParams } = new URL(request.url());
    if (searchParams.has("token")) carried.push(searchParams.get("token"));
  });

  await page.goto(`${site}/dashboard`);

  await expectDashboardOf(page, member.name);
  expect(carried).toHaveLength(1);
});
