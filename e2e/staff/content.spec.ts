import { type Page, request } from "@playwright/test";

import { dishOf, expectPrice, withTheMenu } from "../support/menu.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, site, staff } from "../support/servers.ts";
import { countedActions, signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("a price is changed, previewed and published on the narrowest phone, in eight actions @long", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Nurul Huda", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/content`);
  await expect(page.getByRole("link", { name: "Menu and prices" })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await withTheMenu(async () => {
    await page.getByRole("link", { name: "Menu and prices" }).click();
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
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Krua Bowl: open the page with the draft" }).click();
    const preview = await opened;
    await expect(dishOf(preview, "Thai Beef Noodle").first()).toContainText("21.30");
    await expect(preview.getByText("Preview: visitors do not see this yet.")).toBeVisible();
    await expectAccessible(preview);
    await preview.goto(`${site}/menu`);
    await expect(dishOf(preview, "Thai Beef Noodle").first()).toContainText("18.90");
    await preview.close();
    // In the other brand, and in the language whose words are compared.
    await page
      .getByRole("tablist", { name: "Language of the preview" })
      .getByRole("tab", { name: "Bahasa Melayu" })
      .click();
    const reopened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Thong Cha: open the page with the draft" }).click();
    const inMalay = await reopened;
    await expect(inMalay.locator("html")).toHaveAttribute("lang", "ms");
    await expect(inMalay.locator("html")).toHaveAttribute("data-brand", "thong-cha");
    await inMalay.close();

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish the draft?" });
    await dialog.getByLabel("Reason").fill("Beef costs more since July");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(
      page.getByRole("cell", { name: "Beef costs more since July" }).first(),
    ).toBeVisible();
    // The API keeps public lists for a few seconds.
    await expect.poll(publishedPrice).toBe("21.30");

    // What was published first is taken back to, which also leaves other tests the menu that they know.
    await page
      .getByRole("button", { name: /^Actions for Version \d+$/ })
      .last()
      .click();
    await page.getByRole("menuitem", { name: "Publish again" }).click();
    const again = page.getByRole("dialog", { name: /^Publish again: version/ });
    await again.getByLabel("Reason").fill("It was the wrong dish");
    await again.getByRole("button", { name: "Publish again" }).click();
    await expect(page.getByRole("cell", { name: "It was the wrong dish" }).first()).toBeVisible();
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

test("a new dish is on the site's menu in eight actions, on the narrowest phone", async ({
  page,
  browser,
}) => {
  await signedInToOffice(page, { name: "Devi Dishes", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/content`);
  await withTheMenu(async () => {
    const act = countedActions();
    await act(page.getByRole("link", { name: "Menu and prices" }).click());
    await act(
      page
        .getByRole("button", { name: /^Add a dish: / })
        .first()
        .click(),
    );
    const name = `Crab Curry ${Date.now()}`;
    const field = page.getByRole("textbox", { name: "Name" });
    await expect(field).toBeFocused();
    await act(field.fill(name));
    await act(page.getByLabel("Price in RM").fill("24.50"));
    await act(page.getByLabel("Upload a picture").setInputFiles(aPicture("Crab Curry.png")));
    await expect(page.getByRole("img", { name: /^crab-curry-8x4-/ })).toBeVisible();
    await expectAccessible(page);
    await expectNothingSideways(page);
    // Publishing saves what is typed, and asks why.
    await act(page.getByRole("button", { name: "Publish", exact: true }).click());
    const why = page.getByRole("dialog", { name: "Publish the draft?" });
    await act(why.getByLabel("Reason").fill("The new season's dish"));
    await act(why.getByRole("button", { name: "Publish" }).click());
    await expect(page.getByRole("cell", { name: "The new season's dish" }).first()).toBeVisible();

    const visitor = await (await browser.newContext()).newPage();
    await expectPrice(visitor, name, "24.50");
    await visitor.context().close();

    // Other tests find the menu that they know.
    await page
      .getByRole("button", { name: /^Actions for Version \d+$/ })
      .last()
      .click();
    await page.getByRole("menuitem", { name: "Publish again" }).click();
    const again = page.getByRole("dialog", { name: /^Publish again: version/ });
    await again.getByLabel("Reason").fill("The season is over");
    await again.getByRole("button", { name: "Publish again" }).click();
    await expect(page.getByRole("cell", { name: "The season is over" }).first()).toBeVisible();
  });
});

test("an award is on the site in eight actions, on the narrowest phone @long", async ({
  page,
  browser,
}) => {
  await signedInToOffice(page, { name: "Azlan Awards", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/content`);
  const act = countedActions();
  await act(page.getByRole("link", { name: "Add to: Awards" }).click());
  const name = `Longest Table of Mango Rice ${Date.now()}`;
  const field = page.getByRole("textbox", { name: "Name" });
  await expect(field).toBeFocused();
  await act(field.fill(name));
  await act(page.getByLabel("Day").fill("2026-08-31"));
  await act(page.getByRole("textbox", { name: "Paragraphs" }).fill("It went down the whole road."));
  await act(page.getByLabel("Upload a picture").setInputFiles(aPicture("Mango Rice.png")));
  await expect(page.getByRole("img", { name: /^mango-rice-8x4-/ })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await act(page.getByRole("button", { name: "Publish", exact: true }).click());
  const why = page.getByRole("dialog", { name: "Publish the draft?" });
  await act(why.getByLabel("Reason").fill("The record is official"));
  await act(why.getByRole("button", { name: "Publish" }).click());
  await expect(page.getByRole("cell", { name: "The record is official" }).first()).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  // The API keeps public lists for a few seconds.
  await expect(async () => {
    await visitor.goto(`${site}/awards`);
    await expect(visitor.getByRole("heading", { name })).toBeVisible({ timeout: 3000 });
  }).toPass();
  await visitor.context().close();
  // What is on the page is not added again.
  await page.reload();
  await expect(page.getByRole("button", { name: `Edit ${name}` })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Edit New entry/ })).toHaveCount(0);
});

/** A whole picture of 8 by 4 pixels, as a file of this name. */
const aPicture = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAIAAAA8r+mnAAAAEUlEQVR42mPYomGDFTFQTwIA5b4jAcx2kYYAAAAASUVORK5CYII=",
    "base64",
  ),
});

test("a picture is uploaded, seen on the site's page, and taken back; a bad one is refused in words @long", async ({
  page,
  browser,
}) => {
  await signedInToOffice(page, { name: "Maya Pictures", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/content`);
  const act = countedActions();
  await act(page.getByRole("link", { name: "Banners", exact: true }).click());
  await act(
    page
      .getByRole("button", { name: /^Edit / })
      .first()
      .click(),
  );
  const upload = page.getByLabel("Another picture");
  // A photograph as a phone takes it is made smaller before it is sent.
  const photograph = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2600, 1100];
    const pen = canvas.getContext("2d")!;
    const pixels = pen.createImageData(canvas.width, canvas.height);
    new Uint32Array(pixels.data.buffer).forEach((_, at, all) => {
      all[at] = 0xff000000 | (Math.imul(at, 2654435761) >>> 8);
    });
    pen.putImageData(pixels, 0, 0);
    const file = await new Promise<Blob>((resolve) =>
      canvas.toBlob((blob) => resolve(blob!), "image/jpeg", 1),
    );
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.addEventListener("load", () => resolve(String(reader.result)));
      reader.readAsDataURL(file);
    });
  });
  const buffer = Buffer.from(photograph.slice(photograph.indexOf(",") + 1), "base64");
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
  await upload.setInputFiles({
    name: "IMG 4711.jpg",
    mimeType: "image/jpeg",
    buffer,
  });
  await expect(page.getByRole("img", { name: /^img-4711-/ })).toBeVisible();
  await upload.setInputFiles({
    name: "not-a-picture.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("This is a letter."),
  });
  await expect(
    page.getByText(/^not-a-picture.jpg is not a picture that can be read here:/),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await act(upload.setInputFiles(aPicture("Our New Wall.PNG")));
  await expect(page.getByText("The picture is uploaded. Save the draft to keep it.")).toBeVisible();
  await expect(page.getByRole("img", { name: /^our-new-wall-8x4-/ })).toBeVisible();
  await act(page.getByRole("button", { name: "Save draft" }).click());
  await act(page.getByRole("button", { name: "Publish", exact: true }).click());
  const dialog = page.getByRole("dialog", { name: "Publish the draft?" });
  await act(dialog.getByLabel("Reason").fill("The wall is painted"));
  await act(dialog.getByRole("button", { name: "Publish" }).click());
  await expect(page.getByRole("cell", { name: "The wall is painted" }).first()).toBeVisible();
  await expectAccessible(page);

  const visitor = await (await browser.newContext()).newPage();
  const wall = visitor.locator('img[src*="our-new-wall-8x4-"]').first();
  // The API keeps public lists for a few seconds.
  await expect(async () => {
    await visitor.goto(site);
    await expect(wall).toBeAttached({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  // It arrives and is a picture, however wide the page draws it.
  expect(
    await wall.evaluate(async (picture: HTMLImageElement) => {
      picture.loading = "eager";
      await picture.decode();
      return picture.naturalWidth;
    }),
  ).toBeGreaterThan(0);
  await visitor.context().close();

  const back = countedActions();
  await back(
    page
      .getByRole("button", { name: /^Actions for Version \d+$/ })
      .last()
      .click(),
  );
  await back(page.getByRole("menuitem", { name: "Publish again" }).click());
  const again = page.getByRole("dialog", { name: /^Publish again: version/ });
  await back(again.getByLabel("Reason").fill("The wall was the wrong one"));
  await back(again.getByRole("button", { name: "Publish again" }).click());
  await expect(
    page.getByRole("cell", { name: "The wall was the wrong one" }).first(),
  ).toBeVisible();
});

test("a department is translated and published in eight actions, on the narrowest phone @long", async ({
  page,
}) => {
  await signedInToOffice(page, { name: "Tara Translates", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/content`);
  const act = countedActions();
  await act(page.getByRole("link", { name: "Job openings", exact: true }).click());
  await act(page.getByRole("tab", { name: /^தமிழ்/ }).click());
  await act(
    page
      .getByRole("button", { name: /^Edit / })
      .first()
      .click(),
  );
  const title = `இது என்ன? ${Date.now()}`;
  await act(page.getByRole("textbox", { name: "Title" }).fill(title));
  await act(page.getByRole("textbox", { name: "Text" }).fill("இது ஒரு பதில்."));
  await act(page.getByRole("button", { name: "Publish", exact: true }).click());
  const dialog = page.getByRole("dialog", { name: "Publish the draft?" });
  await act(dialog.getByLabel("Reason").fill("A translation was missing"));
  await expectAccessible(page);
  await act(dialog.getByRole("button", { name: "Publish" }).click());
  await expect(page.getByText(/Version \d+ is published/)).toBeVisible();
  await expect
    .poll(async () => {
      const context = await request.newContext();
      const text = await (await context.get(`${api}/api/content?language=ta`)).text();
      await context.dispose();
      return text.includes(title);
    })
    .toBe(true);
});

test("two managers write on one draft: the later one reads who was first, and nothing typed is lost @long", async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await openQuestions(page, "Aini Content");
  await openQuestions(other, "Bala Content");
  await other
    .getByRole("textbox", { name: "Question" })
    .first()
    .fill("Is there parking at every outlet?");
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(other.getByText("Draft, not published")).toBeVisible();

  await page.getByRole("textbox", { name: "Question" }).first().fill("May I bring my own cake?");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText(/^Bala Content changed this at .* still here\.$/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Question" }).first()).toHaveValue(
    "May I bring my own cake?",
  );
  await expectAccessible(page);
  await expectNothingSideways(page);
  await page.getByRole("button", { name: "Save mine in its place" }).click();
  await expect(page.getByText("Draft, not published")).toBeVisible();

  // Theirs is not saved over mine either without their knowing. A form that was saved has its entries closed.
  await openFirst(other);
  await other.getByRole("textbox", { name: "Question" }).first().fill("Is there parking?");
  await other.getByRole("button", { name: "Save draft" }).click();
  await expect(other.getByText(/^Aini Content changed this at /)).toBeVisible();
  await other.getByRole("button", { name: "Drop mine and read theirs" }).click();
  await expect(other.getByRole("button", { name: "Edit May I bring my own cake?" })).toBeVisible();
  await other.context().close();

  await page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard draft" }).click();
  await expect(page.getByText("The draft is discarded.")).toBeVisible();
});

async function openQuestions(page: Page, name: string) {
  await signedInToOffice(page, { name, role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/content/faq`);
  await openFirst(page);
}

const openFirst = (page: Page) =>
  page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
