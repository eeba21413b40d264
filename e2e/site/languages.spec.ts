import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

test("the language chosen in the footer is kept for the next visit @long", async ({ page }) => {
  await page.goto(`${site}/about`);
  await expect(page).toHaveTitle("Our Story · Krua Bowl & Thong Cha");
  await page.getByRole("combobox", { name: "Language" }).selectOption("ms");

  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Kisah Kami");
  await expect(page).toHaveTitle("Kisah Kami · Krua Bowl & Thong Cha");
  await expect(page.locator("html")).toHaveAttribute("lang", "ms");

  await page.reload();
  await expect(heading).toHaveText("Kisah Kami");
  await page.goto(`${site}/menu`);
  await expect(
    page
      .getByText("Koko pahit", { exact: false })
      .or(page.getByText("Nasi kunyit", { exact: false })),
  ).toBeVisible();
  await page.getByRole("combobox", { name: "Bahasa" }).selectOption("en");
  await expect(page).toHaveTitle("Menu and prices · Krua Bowl");
});
