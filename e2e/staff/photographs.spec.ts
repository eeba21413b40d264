import { type Page } from "@playwright/test";

import { inDatabase } from "../support/database.ts";
import { withTheOutlets } from "../support/menu.ts";
import { signedInOnMini } from "../support/pages.ts";
import { registered } from "../support/people.ts";
import { expectAccessible } from "../support/quality.ts";
import { mini, site, staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

const OUTLET = { id: 7, name: "Melaka" };

test("an outlet gets a photograph, which the site shows in the width it needs; what is no photograph is refused in words @long", async ({
  page,
  browser,
}) => {
  await signedInToOffice(page, { name: "Farah Photographs", role: "head-office" });
  await withTheOutlets(async () => {
    await page.goto(`${staff}/outlets`);
    await page.getByRole("link", { name: OUTLET.name, exact: true }).click();
    const upload = page.getByLabel("Upload a picture");
    await upload.setInputFiles(aFile("letter.jpg", Buffer.from("This is a letter.")));
    await expect(
      page.getByText(/^letter.jpg is not a picture that can be read here/),
    ).toBeVisible();
    await upload.setInputFiles(aFile("poster.jpg", Buffer.alloc(21 * 1024 * 1024)));
    await expect(page.getByText("poster.jpg is larger than 20 MB.")).toBeVisible();
    await upload.setInputFiles(aFile("Shop front.jpg", await aPhotograph(page)));
    await expect(page.getByRole("img", { name: /^shop-front-1200x800-/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish this?" });
    await dialog.getByLabel("Reason").fill("The new shop front");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText("It is published.")).toBeVisible();
  });

  const visitor = await (await browser.newContext()).newPage();
  const picture = visitor.getByRole("article").filter({ hasText: OUTLET.name }).locator("img");
  await expect(async () => {
    await visitor.goto(`${site}/locations`);
    await expect(picture).toBeAttached({ timeout: 3_000 });
  }).toPass();
  await expect(picture).toHaveAttribute("srcset", /-w300-\S+ 300w, \S+-w600-\S+ 600w, \S+ 1200w$/);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await visitor.context().close();

  const member = await registered();
  inDatabase("UPDATE members SET outlet_id = ? WHERE id = ?", OUTLET.id, member.user.id);
  const phone = await (await browser.newContext()).newPage();
  await signedInOnMini(phone, member);
  await phone.goto(`${mini}/dashboard`);
  const own = phone.getByRole("region", { name: "Your outlet" });
  await expect(own).toContainText(OUTLET.name);
  await own.scrollIntoViewIfNeeded();
  await expect
    .poll(() => own.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await phone.context().close();
});

const aFile = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** A JPEG of 2400 by 1600 pixels. */
async function aPhotograph(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2400, 1600];
    const pen = canvas.getContext("2d")!;
    pen.fillStyle = "tomato";
    pen.fillRect(0, 0, 2400, 1600);
    return canvas.toDataURL("image/jpeg");
  });
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}
