import { request } from "@playwright/test";

import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("a manager closes their own outlet for a holiday on the narrowest phone", async ({ page }) => {
  await signedInToOffice(page, { name: "Kumar Raj", role: "outlet-manager", outletId: 2 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/hours`);
  await expect(page.getByLabel("Opens")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByRole("button", { name: /^Add to: Days/ }).click();
  await page.getByLabel("First day").fill("2031-02-17");
  await page.getByLabel("Last day").fill("2031-02-16");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("It has to be after the one before.")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByLabel("Last day").fill("2031-02-18");
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish these hours and closures?" });
  await dialog.getByLabel("Reason").fill("Closed for the new year");
  await dialog.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("The hours are published.")).toBeVisible();

  // The API keeps public lists for a few seconds.
  await expect.poll(closuresOf2).toEqual([{ firstDay: "2031-02-17", lastDay: "2031-02-18" }]);
});

async function closuresOf2() {
  const context = await request.newContext();
  const answer = await context.get(`${api}/api/content?language=en`);
  const content = (await answer.json()) as {
    outlets: { outlets: { id: number; closures: unknown[] }[] };
  };
  await context.dispose();
  return content.outlets.outlets.find(({ id }) => id === 2)?.closures;
}
