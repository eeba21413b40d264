import { BusyNode } from "../support/busy-node.ts";
import { expectDashboardOf, memberOnMini, storedToken } from "../support/pages.ts";
import { opens } from "../support/people.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** docs/handoff.md A2, with pages that were left: a request that was cancelled is not a stolen token. */
test("a member who leaves pages faster than a busy node answers stays signed in @long", async ({
  browser,
  request,
}) => {
  const node = new BusyNode();
  const context = await browser.newContext({ proxy: { server: await node.begin() } });
  const page = await context.newPage();
  const member = await memberOnMini(page);
  const coming = node.nextCheck();
  await page.goto(`${mini}/dashboard`);
  const left = await coming;

  // Two more pages, of which the checks are answered at once: the token of the first is old by then.
  for (const path of ["/activity", "/rewards"]) {
    const before = await storedToken(page);
    await page.goto(mini + path);
    await expect.poll(() => storedToken(page)).not.toBe(before);
  }
  expect(await node.workOff(left)).toBe(401);

  await page.goto(`${mini}/dashboard`);
  await expectDashboardOf(page, member.name);
  const token = await storedToken(page);
  expect(await opens(token!, member.user.id, request)).toBe(true);
  await context.close();
  await node.end();
});
