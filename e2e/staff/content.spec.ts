import { request } from "@playwright/test";

import { withTheMenu } from "../support/menu.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("a price is changed, previewed and published on the narrowest phone, in eight actions", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Nurul Huda", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/content`);
  await expect(page.getByRole("link", { name: "Edit Menu and prices" })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await withTheMenu(async () => {
    await page.getByRole("link", { name: "Edit Menu and prices" }).click();
    await page.getByRole("button", { name: "Edit Thai Beef Noodle" }).first().click();
    await page.getByLabel("Price in RM").fill("21.30");
    await page.goBack();
    const question = page.getByRole("alertdialog", { name: "Unsaved changes" });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(page.getByLabel("Price in RM")).toHaveValue("21.30");
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await expect(
      page.getByRole("row", { name: /Thai Beef Noodle · Price in RM.*18\.90.*21\.30/ }),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNothingSideways(page);

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish the draft?" });
    await dialog.getByLabel("Reason").fill("Beef costs more since July");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("cell", { name: "Beef costs more since July" })).toBeVisible();
    // The API keeps public lists for a few seconds.
    await expect.poll(publishedPrice).toBe("21.30");

    // What was published first is taken back to, which also leaves other tests the menu that they know.
    await page
      .getByRole("button", { name: /^Publish version \d+ again$/ })
      .last()
      .click();
    const again = page.getByRole("dialog", { name: /^Publish version/ });
    await again.getByLabel("Reason").fill("It was the wrong dish");
    await again.getByRole("button", { name: "Publish again" }).click();
    await expect(page.getByRole("cell", { name: "It was the wrong dish" })).toBeVisible();
    await expect.poll(publishedPrice).toBe("18.90");
  });
});

async function publishedPrice() {
  const context = await request.newContext();
  const answer = await context.get(`${api}/api/content?language=en`);
  const content = (await answer.json()) as { menu: { dishes: { id: string; price: string }[] } };
  await context.dispose();
  return content.menu.dishes.find(({ id }) => id === "beefNoodle")?.price;
}
