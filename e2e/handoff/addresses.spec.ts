import { expect, test } from "../support/test.ts";

import { arrivalAt, expectDashboardOf, memberOnSite, ticketOf } from "../support/pages.ts";
import { registered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";

/** Addresses that try to lead the token to another host, and what a browser makes of some. */
const crooked = [
  "//evil.example/x",
  "/\\evil.example/x",
  "/%5cevil.example",
  "/%2f%2fevil.example",
  "/..//evil.example",
  "/@evil.example",
  "/dashboard@evil.example",
  "/https://evil.example",
  "/%0d%0aLocation:%20https://evil.example",
  "/реwards",
  `/${"x".repeat(2048)}`,
];

test("no address on the site leads a token anywhere but to the mini-program @long", async ({
  page,
  context,
}) => {
  test.slow();
  await memberOnSite(page);
  const asked: URL[] = [];
  context.on("request", (request) => asked.push(new URL(request.url())));

  for (const path of crooked) {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${site}${path}`);
    await expect.soft(page, path).toHaveURL((url) => url.origin === mini);
    await page.goto(`${site}/config.json`);
  }

  const withToken = asked.filter(({ searchParams }) => searchParams.has("token"));
  expect(withToken.length).toBeGreaterThanOrEqual(crooked.length);
  expect(new Set(withToken.map(({ origin }) => origin))).toEqual(new Set([mini]));
  expect(asked.filter(({ hostname }) => hostname.includes("evil"))).toEqual([]);
});

test("the mini-program removes the token from its address and keeps everything else @long", async ({
  page,
}) => {
  const member = await registered();
  await page.goto(`${arrivalAt("/redeem?tab=promotion", await ticketOf(member))}#top`, {
    referer: `${site}/`,
  });
  await expect(page).toHaveURL(`${mini}/redeem?tab=promotion#top`);

  await page.goto(`${mini}//zz?token=${await ticketOf(member)}`, { referer: `${site}/` });
  await expect(page).not.toHaveURL(/token=/);
  await expect(page).toHaveURL(`${mini}/dashboard`);
});

test("no token is in a referrer or sent to a third party @long", async ({ page, context }) => {
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
