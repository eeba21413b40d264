import { aCounter, press as pressPad, scan } from "../support/counter.ts";
import { press } from "../support/dialogs.ts";
import { memberOnMini } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { expectWordsWhole } from "../support/quality.ts";
import { memberPages, publicPages } from "../support/routes.ts";
import { mini, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

// At 320 px a name, an amount or a button that does not fit is broken or covered without the page being too wide.
test.use({ viewport: { width: 320, height: 640 } });
test.beforeEach(({ page }) =>
  page.addInitScript(() => sessionStorage.setItem("seen announcement", "true")),
);

test("on the narrowest phone no word is broken and no name is covered on a public page and in signing in @long", async ({
  page,
}) => {
  for (const path of publicPages)
    await test.step(path, async () => {
      await page.goto(`${site}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectWordsWhole(page);
    });
  await page.goto(`${site}/login`);
  const dialog = page.getByRole("dialog", { name: "Sign In" });
  await dialog.getByLabel("Mobile number").fill(aPerson().mobileNumber);
  await press(dialog, "Continue");
  await expect(page.getByRole("textbox", { name: /6-digit/ })).toBeVisible();
  await expectWordsWhole(page);
});

test("in the dialog to join the field of the number ends where the others do", async ({ page }) => {
  await page.goto(`${site}/login`);
  await press(page.getByRole("dialog", { name: "Sign In" }), "Sign Up");
  const dialog = page.getByRole("dialog", { name: "Join as Member" });
  const endOf = async (label: RegExp) => {
    const { x, width } = (await dialog.getByLabel(label).boundingBox())!;
    return x + width;
  };
  expect(await endOf(/^Mobile number/)).toBeLessThanOrEqual(await endOf(/^Name/));
});

test("on the narrowest phone no word is broken on a member's page, and the member's code stays on one line @long", async ({
  page,
}) => {
  const member = await memberOnMini(page);
  for (const path of memberPages)
    await test.step(path, async () => {
      await page.goto(`${mini}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectWordsWhole(page);
    });
  await page.goto(`${mini}/rewards`);
  const line = page.getByRole("main").getByText(String(member.user.memberCode)).first();
  const lines = await line.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
  const enlarge = page.getByRole("button", { name: "Show full screen" }).first();
  const { x, width } = (await enlarge.boundingBox())!;
  expect(x + width).toBeLessThan(page.viewportSize()!.width);
});

test("on the narrowest phone a guest's name at the counter is whole @long", async ({
  page: office,
  browser,
}) => {
  // The office of the manager who enrols it has a desk.
  await office.setViewportSize({ width: 1280, height: 800 });
  const member = await registered(aPerson("Muhammad Hafizuddin"));
  const { page, context } = await aCounter(office, browser, "Narrow counter", 14);
  await page.setViewportSize({ width: 360, height: 640 });
  await scan(page, String(member.user.memberCode));
  await expect(page.getByRole("heading", { name: "Muhammad" })).toBeVisible();
  await expectWordsWhole(page);
  await expect(page.getByText("0 points · 1 point per ringgit")).toBeVisible();
  await pressPad(page, "4590");
  await context.close();
});
