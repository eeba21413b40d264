import type { Page } from "@playwright/test";

import { inDatabase } from "../support/database.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { countedActions, signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.describe.configure({ mode: "default" });

/** As the tests know the programme, whatever a first try has left: no draft, and the settings of a new database. */
test.beforeEach(() => {
  inDatabase(
    "UPDATE programme_drafts SET state = 'withdrawn', withdrawn_by = 'staff:1', withdrawn_at = saved_at WHERE state IN ('open', 'waiting', 'approved')",
  );
  inDatabase("DELETE FROM programme_settings");
});

function nextMonday(): string {
  const day = new Date(Date.now() + 8 * 3_600_000);
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7));
  return day.toISOString().slice(0, 10);
}

test("a rule is changed by one person and approved by another, on the narrowest phone @long", async ({
  page,
  browser,
}) => {
  await signedInToOffice(page, { name: "Mei Proposes", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/tiers`);
  const limit = page.getByLabel("Points that one person may adjust alone in a day, for one member");
  await expect(limit).toHaveValue("1000");
  await expectAccessible(page);
  await expectNothingSideways(page);
  await limit.fill("1100");
  await expect(page.getByText(/is 1,100 instead of 1,000\.$/)).toBeVisible();
  await ask(page);
  await expect(page.getByText(/^Mei Proposes asked for approval of these changes/)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Raj Approves", role: "head-office" });
  await other.setViewportSize({ width: 360, height: 740 });
  verifiedLongAgo("Raj Approves");
  await approve(other);
  await other.getByRole("button", { name: "Use your passkey" }).click();
  await expect(other.getByText(/^Approved: it is in force/)).toBeVisible();
  await expect(other.getByText(/^Decided last: draft .* In force as version/)).toBeVisible();
  await expect(other.getByRole("cell", { name: /Mei Proposes/ }).first()).toBeVisible();
  await other.goto(`${staff}/tiers`);
  await expect(
    other.getByLabel("Points that one person may adjust alone in a day, for one member"),
  ).toHaveValue("1100");
  await other.context().close();
});

test("a newcomer adds a reward with a photograph for two outlets from next Monday in 15 actions @long", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Nora Rewards", role: "head-office" });
  await page.goto(staff);
  const act = countedActions(15);
  // Reports have a page of this name too.
  await act(
    page.getByRole("list", { name: "Programme" }).getByRole("link", { name: "Rewards" }).click(),
  );
  await act(page.getByRole("link", { name: "Add a reward" }).click());
  await act(
    page.getByLabel("Photograph").setInputFiles({
      name: "mango.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from(await photograph(page), "base64"),
    }),
  );
  await act(page.getByLabel("Title").fill("Mango Sticky Rice"));
  await act(page.getByLabel("Description").fill("Sweet mango on coconut rice."));
  await act(page.getByLabel("Costs, in points").fill("650"));
  await act(page.getByLabel("Worth, in RM").fill("15.90"));
  await act(page.getByLabel("Stock").fill("500"));
  await act(page.getByLabel("From", { exact: true }).fill(nextMonday()));
  await act(page.getByLabel("Publika").check());
  await act(page.getByLabel("JB Toppen").check());
  await expect(page.getByText(/^Mango Sticky Rice is new\.$/)).toBeVisible();
  await expect(page.getByText(/members? gets? a message when it starts/)).toBeVisible();
  await expectAccessible(page);
  await act(page.getByRole("button", { name: "Ask for approval…" }).click());
  const dialog = page.getByRole("dialog");
  await act(dialog.getByRole("button", { name: "New season" }).click());
  await act(dialog.getByRole("button", { name: "Ask for approval" }).click());
  await expect(
    page.getByRole("row", { name: /Mango Sticky Rice.*Waits for approval/ }),
  ).toBeVisible();
  const picture = page.getByRole("row", { name: /Mango Sticky Rice/ }).locator("img");
  await expect(picture).toHaveJSProperty("naturalWidth", 1000);
});

test("points per ringgit of a tier are raised in six actions @long", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedInToOffice(page, { name: "Mei of tiers", role: "head-office" });
  await page.goto(staff);
  const act = countedActions(6);
  await act(
    page
      .getByRole("navigation", { name: "Menu" })
      .getByRole("link", { name: "Tiers and rules" })
      .click(),
  );
  await act(page.getByRole("row", { name: "Elite" }).getByLabel("Points per ringgit").fill("1.6"));
  await expect(page.getByText("Elite gives 1.6 points per ringgit instead of 1.5.")).toBeVisible();
  await act(page.getByRole("button", { name: "Ask for approval…" }).click());
  const dialog = page.getByRole("dialog");
  await act(dialog.getByRole("button", { name: "Agreed with finance" }).click());
  await act(dialog.getByRole("button", { name: "Ask for approval" }).click());
  await expect(page.getByText(/^Mei of tiers asked for approval of these changes/)).toBeVisible();
});

test("a text that is called a photograph is refused with a sentence, and nothing else is lost @long", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Olga Rewards", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/rewards/new`);
  await page.getByLabel("Title").fill("Pandan Toast");
  await page.getByLabel("Photograph").setInputFiles({
    name: "toast.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("This is no picture."),
  });
  await expect(page.getByText(/^toast\.jpg is not a picture that can be read here/)).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Pandan Toast");
  await expectAccessible(page);
  await expectNothingSideways(page);
});

test("two people change two rewards at once, and neither waits for the other @long", async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(page, { name: "Ida Draft", role: "head-office" });
  await signedInToOffice(other, { name: "Jo Draft", role: "head-office" });
  for (const [who, reward, cost] of [
    [page, 3, "750"],
    [other, 4, "850"],
  ] as const) {
    await who.goto(`${staff}/rewards/${reward}`);
    await who.getByLabel("Costs, in points").fill(cost);
    await ask(who);
    await expect(who).toHaveURL(`${staff}/rewards`);
  }
  await expect(other.getByRole("row", { name: /Waits for approval/ })).toHaveCount(2);
  await page.goto(`${staff}/programme`);
  await expect(page.getByText(/costs 850 points instead of 800\.$/)).toBeVisible();
  await other.context().close();
});

async function ask(page: Page) {
  await page.getByRole("button", { name: "Ask for approval…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Agreed with finance" }).click();
  await dialog.getByRole("button", { name: "Ask for approval" }).click();
}

async function approve(page: Page) {
  await page.goto(`${staff}/programme`);
  await page.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Looked at every line");
  await dialog.getByRole("button", { name: "Approve" }).click();
}

/** A photograph of 1600 × 1200 px as the browser writes it, in base64. */
const photograph = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1600, 1200];
    const context = canvas.getContext("2d")!;
    context.fillStyle = "orange";
    context.fillRect(0, 0, 1600, 1200);
    return canvas.toDataURL("image/jpeg").split(",")[1]!;
  });
