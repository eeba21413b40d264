import type { Page } from "@playwright/test";

import { aCounter, expectAnswer, ofThisTry, scan } from "../support/counter.ts";
import { registered } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { countedActions, signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

/*
 * What a newcomer does from the home on, with each click, choice and typed field counted. The other tasks that are counted
 * stand beside their screens.
 */

const menuOf = (page: Page) => page.getByRole("navigation", { name: "Menu" });

test("head office adds a person in five actions, and disables another in five @long", async ({
  page,
}) => {
  const siti = ofThisTry("Siti of five");
  const ravi = ofThisTry("Ravi of five");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedInToOffice(page, { name: "Mei of five", role: "head-office" });
  const add = async (name: string, role: string) => {
    await page.goto(staff);
    const act = countedActions(5);
    await act(menuOf(page).getByRole("link", { name: "People" }).click());
    await act(page.getByRole("button", { name: "Add a person" }).click());
    const dialog = page.getByRole("dialog", { name: "Add a person" });
    await act(dialog.getByLabel("Role").selectOption(role));
    await act(dialog.getByLabel("Name").fill(name));
    await act(dialog.getByRole("button", { name: "Add a person" }).click());
  };
  await add(siti, "Head office");
  await expect(page.getByRole("row", { name: siti })).toContainText("waits for approval");
  await add(ravi, "Finance");
  await expect(page.getByText(`${staff}/invitation#`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  for (const width of [360, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNothingSideways(page);
  }
  await expectAccessible(page);

  await page.goto(staff);
  const act = countedActions(5);
  await act(menuOf(page).getByRole("link", { name: "People" }).click());
  await act(page.getByRole("button", { name: `Actions for ${ravi}` }).click());
  await act(page.getByRole("menuitem", { name: "Disable" }).click());
  const dialog = page.getByRole("dialog");
  await act(dialog.getByRole("button", { name: "Left the company" }).click());
  await act(dialog.getByRole("button", { name: "Disable" }).click());
  await expect(page.getByRole("row", { name: ravi })).toContainText("Disabled");
});

test("what happened today is on the first screen, at a desk and on a phone", async ({ page }) => {
  await signedInToOffice(page, { name: "Mei of today", role: "head-office" });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(staff);
    for (const name of ["Bills", "Sales of members", "New members", "Vouchers used"]) {
      const figure = page.getByRole("main").getByText(name, { exact: true }).first();
      await expect(figure).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByRole("heading", { name: "What waits" })).toBeInViewport({ ratio: 1 });
  }
});

test("a bill takes a scan, a receipt and five touches on a short phone", async ({
  page: office,
  browser,
}) => {
  const { page, context } = await aCounter(office, browser, "Counter 8", 8);
  await page.setViewportSize({ width: 360, height: 640 });
  const member = await registered();
  const act = countedActions(7);
  await act(scan(page, String(member.user.memberCode)));
  await act(page.getByLabel("Receipt number").fill(ofThisTry("ACC-1")));
  const pad = page.getByRole("group", { name: "Number pad" });
  for (const key of "4590") await act(pad.getByRole("button", { name: key, exact: true }).click());
  await act(page.getByRole("button", { name: /^Record/ }).click());
  await expectAnswer(page, "green", "+45 points");
  await context.close();
});
