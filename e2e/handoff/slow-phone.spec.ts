import type { Page } from "@playwright/test";

import { signInWithCode } from "../support/dialogs.ts";
import { expectDashboardOf } from "../support/pages.ts";
import { registered } from "../support/people.ts";
import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/** The goal for the points, from the code's last digit on, in ms. */
const POINTS_WITHIN_MS = 5000;

/** 400 kbit/s and 400 ms: a telephone in a mall's basement. */
async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

/** Notes each 50 ms whether a card with points is on the page, and when the first one was. */
function watchCard(): void {
  const seen = { firstAt: 0, isLost: false };
  Object.assign(window, { seen });
  setInterval(() => {
    const cards = [...document.querySelectorAll<HTMLElement>(".starting-card, main [data-tier]")];
    const isShown = cards.some((card) => card.checkVisibility() && /\d/.test(card.innerText));
    if (isShown) seen.firstAt ||= Date.now();
    else if (seen.firstAt > 0) seen.isLost = true;
  }, 50);
}

test("on a slow phone the card has the points within five seconds, and stays until the dashboard is there @long @phone-only", async ({
  page,
}) => {
  test.slow();
  const member = await registered();
  await (await aTill()).earn(member.user.id, 60);
  await page.addInitScript(watchCard);
  await page.goto(`${site}/login`);
  await slowDown(page);
  let sentAt = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/member/login")) sentAt ||= Date.now();
  });
  await signInWithCode(page, member);
  await expectDashboardOf(page, member.name);
  await expect(page.getByRole("region", { name: "Available Points" })).toContainText("60");

  const { firstAt, isLost } = await page.evaluate(
    () => (window as unknown as { seen: { firstAt: number; isLost: boolean } }).seen,
  );
  test
    .info()
    .annotations.push({ type: "to the points, in ms", description: `${firstAt - sentAt}` });
  expect(isLost).toBe(false);
  expect(firstAt - sentAt).toBeLessThan(POINTS_WITHIN_MS);
});
