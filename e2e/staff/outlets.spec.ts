import { request } from "@playwright/test";

import { withTheOutlets } from "../support/menu.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, site, staff } from "../support/servers.ts";
import { askAsStaff, countedActions, signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("a manager gives their own outlet hours by weekday and a holiday on the narrowest phone @long", async ({
  page,
}, { retry }) => {
  // A retry meets what the first try has published, and takes another outlet.
  const eve = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, "2026-11-30".length);
  const [outletId, outlet] = retry === 0 ? [2, "Publika"] : [3, "IOI City Mall"];
  await signedInToOffice(page, { name: "Kumar Raj", role: "outlet-manager", outletId });
  await withTheOutlets(async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${staff}/outlets`);
    const day = (name: string) => page.getByRole("group", { name, exact: true });
    await expect(day("Sunday").getByLabel("Opens")).toBeVisible();
    await expectAccessible(page);
    await expectNothingSideways(page);

    // Lunch and dinner on Sunday, which overlap as they are typed first; closed on Monday.
    await day("Sunday").getByLabel("Closes").fill("15:00");
    await day("Sunday")
      .getByRole("button", { name: /^Add hours/ })
      .click();
    await day("Sunday").getByLabel("Opens").nth(1).fill("14:00");
    await day("Sunday").getByLabel("Closes").nth(1).fill("00:00");
    await day("Monday")
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(day("Monday").getByText("Closed")).toBeVisible();
    await page.getByRole("button", { name: "Add to: Days on which it is closed" }).click();
    await page.getByLabel("Name").fill("Chinese New Year");
    await page.getByLabel("First day").fill("2031-02-17");
    await page.getByLabel("Last day").fill("2031-02-16");
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(day("Sunday").getByLabel("Opens").nth(1)).toHaveAccessibleDescription(
      "These hours must begin after the ones before them end.",
    );
    await expect(page.getByText("The last day cannot be before the first.")).toBeVisible();
    await expectAccessible(page);
    await expectNothingSideways(page);

    await day("Sunday").getByLabel("Opens").nth(1).fill("18:00");
    await page.getByLabel("Last day").fill("2031-02-18");
    await page.getByRole("button", { name: "Add to: Days with other hours" }).click();
    await page.getByLabel("Name").last().fill("Eve of Hari Raya");
    await page.getByLabel(/^Day\W*$/).fill(eve);
    await day("Opening hours").last().getByLabel("Opens").fill("10:00");
    await day("Opening hours").last().getByLabel("Closes").fill("02:00");
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish this?" });
    await dialog.getByLabel("Reason").fill("Closed for the new year");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText("It is published.")).toBeVisible();
  });

  // The API keeps public lists for a few seconds.
  await expect
    .poll(() => published(outletId))
    .toMatchObject({
      closures: [{ name: "Chinese New Year", firstDay: "2031-02-17", lastDay: "2031-02-18" }],
      hours: {
        monday: [],
        tuesday: [{ opens: "10:00", closes: "22:00" }],
        sunday: [
          { opens: "10:00", closes: "15:00" },
          { opens: "18:00", closes: "00:00" },
        ],
      },
    });
  // Everybody reads them, the days that are equal as one line.
  await page.goto(`${site}/locations`);
  const card = page.getByRole("article").filter({ hasText: outlet });
  await expect(card).toContainText("Tue - Sat: 10:00 AM - 10:00 PM");
  await expect(card).toContainText("Sun: 10:00 AM - 3:00 PM, 6:00 PM - 12:00 AM");
  await expect(card).toContainText("Mon: Closed");
  // Told two weeks before; what is later is not.
  await expect(card).toContainText(": 10:00 AM - 2:00 AM: Eve of Hari Raya");
  await expect(card).not.toContainText("Chinese New Year");
});

/** The outlet as everybody gets it. */
async function published(outletId: number) {
  const context = await request.newContext();
  const answer = await context.get(`${api}/api/content?language=en`);
  const content = (await answer.json()) as { outlets: { outlets: { id: number }[] } };
  await context.dispose();
  return content.outlets.outlets.find(({ id }) => id === outletId);
}

test("head office closes three outlets for Hari Raya in one act, and the site says so the same minute @long", async ({
  page,
}) => {
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, "2026-11-30".length);
  await signedInToOffice(page, { name: "Noor Closures", role: "head-office" });
  await page.goto(`${staff}/outlets`);
  await expect(page.getByRole("rowheader").nth(5)).toBeVisible();
  // On a narrow phone the row of the group's pages shows the one that is open.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  const pages = page.getByRole("navigation", { name: "Programme", exact: true });
  await expect(pages.getByRole("link", { name: "Outlets" })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole("rowheader").nth(5)).toBeVisible();
  const names = (await page.getByRole("rowheader").allTextContents()).slice(3, 6);
  await expectAccessible(page);
  await withTheOutlets(async () => {
    await page.getByRole("button", { name: "Closure or other hours" }).click();
    const dialog = page.getByRole("dialog", { name: "Closure or other hours" });
    for (const name of names) await dialog.getByRole("checkbox", { name, exact: true }).check();
    await dialog.getByLabel("Name").fill("Hari Raya");
    await dialog.getByLabel("First day").fill(day);
    await dialog.getByRole("button", { name: "Public holiday" }).click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(dialog).toBeHidden();
  });
  await expect(page.getByText(/^Closed .+: Hari Raya$/)).toHaveCount(3);
  await expect(async () => {
    await page.goto(`${site}/locations`);
    const brand = page.getByText(/^Closed .+: Hari Raya$/).first();
    await expect(brand).toBeVisible({ timeout: 3000 });
  }).toPass();
});

test("an outlet that opens next month is added with its hours in twelve actions on the narrowest phone, approved, and announced on the site @long", async ({
  page,
  browser,
}, { retry }) => {
  const outlet = `Gurney Bay ${retry}`;
  const opens = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, "2026-11-30".length);
  await signedInToOffice(page, { name: "Oon Outlets", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/outlets`);
  await withTheOutlets(async () => {
    const act = countedActions(12);
    await act(page.getByRole("link", { name: "Add an outlet" }).click());
    await act(page.getByRole("textbox", { name: /^Name\W*$/ }).fill(outlet));
    await act(page.getByLabel("Brand").selectOption("Krua Bowl"));
    await act(page.getByLabel("Address").fill("172, Persiaran Gurney, 10250 George Town, Penang"));
    await act(page.getByLabel("Place on the map").fill("5.4370, 100.3100"));
    await act(page.getByLabel("First day of a new outlet").fill(opens));
    await act(page.getByLabel("Same hours and services as").selectOption("KLIA 2"));
    await expect(page.getByLabel("Closes").first()).toHaveValue("23:00");
    await expectAccessible(page);
    await expectNothingSideways(page);
    await act(page.getByRole("button", { name: "Ask for approval" }).click());
    const why = page.getByRole("dialog", { name: "Ask for approval of the new outlet?" });
    await act(why.getByRole("button", { name: "Opening of the outlet" }).click());
    await act(why.getByRole("button", { name: "Ask for approval" }).click());
    await expect(page.getByRole("row", { name: outlet })).toContainText("Waits for approval");
  });
  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Padma Outlets", role: "head-office" });
  const { outletList } = await askAsStaff<{ outletList: { name: string; draftId: number }[] }>(
    other,
    "GET",
    "/outlet",
  );
  const { draftId } = outletList.find(({ name }) => name === outlet)!;
  await other.goto(`${staff}/programme?draft=${draftId}`);
  await other.getByRole("button", { name: "Approve", exact: true }).click();
  const approving = other.getByRole("dialog");
  await approving.getByRole("textbox").fill("As we agreed");
  await approving.getByRole("button", { name: "Approve", exact: true }).click();
  await expect(approving).toBeHidden();
  await expect(async () => {
    await page.goto(`${site}/locations`);
    const card = page.getByRole("article").filter({ hasText: outlet });
    await expect(card).toContainText("Opening", { timeout: 3000 });
  }).toPass();
  await other.context().close();
});
