import type { Page, Route } from "@playwright/test";

import { expectDashboardOf, memberOnSite, storedToken } from "../support/pages.ts";
import { mini, ports, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** Each app is released by its own team, so neighbours of different ages meet. */

/** Passes a call on and lets a test change the answer; only browsers know these hosts as this machine. */
async function changed(route: Route, change: (answer: Record<string, unknown>) => void) {
  const url = new URL(route.request().url());
  const answer = await route.fetch({
    url: `http://localhost:${url.port}${url.pathname}${url.search}`,
    headers: { ...route.request().headers(), host: url.host },
  });
  const type = answer.headers()["content-type"] ?? "";
  if (!type.includes("json")) return route.fulfill({ response: answer });
  const body = (await answer.json()) as Record<string, unknown>;
  change(body);
  return route.fulfill({ response: answer, json: body });
}

const tokensCarried = (page: Page) => {
  const carried: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.host === `mini.localhost:${ports.mini}` && url.searchParams.has("token"))
      carried.push(url.searchParams.get("token")!);
  });
  return carried;
};

test("new pages on an API that mints no tickets hand over the stored token itself @long", async ({
  page,
}) => {
  const member = await memberOnSite(page);
  await page.route(`${site}/api/member/checksession`, (route) =>
    changed(route, (answer) => delete answer.handoffToken),
  );
  const carried = tokensCarried(page);

  await page.goto(`${site}/dashboard`);

  await expectDashboardOf(page, member.name);
  expect(carried).toHaveLength(1);
  expect(carried[0]).toMatch(/^ls\./);
  expect(await storedToken(page)).toMatch(/^lm\./);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("old pages on an API that learned more words see what they know @long", async ({ page }) => {
  const member = await memberOnSite(page);
  await page.route(/\/api\//, (route) =>
    changed(route, (answer) => Object.assign(answer, { learnedLater: { deep: [1, 2, 3] } })),
  );

  await page.goto(`${site}/dashboard`);

  await expectDashboardOf(page, member.name);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a token of a kind that this API does not know yet is refused, and signs nobody out @long", async ({
  page,
}) => {
  const member = await memberOnSite(page);
  await page.goto(`${site}/dashboard`);
  await expectDashboardOf(page, member.name);
  const before = await storedToken(page);

  await page.goto(`${mini}/dashboard?token=lz.AbCdEfGhIjKlMnOpQrStUv.1.signature`, {
    referer: `${site}/`,
  });

  await expectDashboardOf(page, member.name);
  expect(before).toMatch(/^lm\./);
  expect(await storedToken(page)).toMatch(/^lm\./);
});
