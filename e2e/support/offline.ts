import type { Page } from "@playwright/test";

/**
 * Cuts the network and then visits a page. A document that a service worker answers begins with `navigator.onLine` true
 * in Chromium 150, whatever its context emulates, so the page gets the event once more.
 *
 * @returns how to give the network back
 */
export async function visitOffline(
  page: Page,
  visit: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const context = page.context();
  await context.setOffline(true);
  await visit();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return async () => {
    await devTools.detach();
    await context.setOffline(false);
  };
}
