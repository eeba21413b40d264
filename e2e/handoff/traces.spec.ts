import { expect, test } from "../support/test.ts";

import { expectDashboardOf, memberOnSite } from "../support/pages.ts";
import { mini, site } from "../support/servers.ts";

test("no token is in a referrer or sent to a third party", async ({ page, context }) => {
  const member = await memberOnSite(page);
  const asked: { url: URL; referrer: string }[] = [];
  context.on("request", (request) =>
    asked.push({ url: new URL(request.url()), referrer: request.headers().referer ?? "" }),
  );

  await page.goto(`${site}/dashboard`);
  await expectDashboardOf(page, member.name);

  const carriers = asked.filter(({ url }) => url.searchParams.has("token"));
  expect(carriers).toHaveLength(1);
  expect(carriers[0]!.url.origin).toBe(mini);
  expect(asked.filter(({ referrer }) => referrer.includes("token"))).toEqual([]);
  expect(carriers[0]!.referrer).toBe(`${site}/`);
  expect(
    asked.map(({ url }) => url.origin).filter((origin) => origin !== site && origin !== mini),
  ).toEqual([]);
});
