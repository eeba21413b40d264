import { signedInOnMini } from "../support/pages.ts";
import { signedInAgain } from "../support/people.ts";
import { picture } from "../support/screenshots.ts";
import { mini, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/*
 * The pictures of the README. They are taken on purpose only:
 * `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures`
 */

const demoMembers = { desktop: "123456789", phone: "162345678" } as const;

test("the public pages", async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
  for (const [name, path] of [
    ["home", "/"],
    ["menu", "/menu"],
    ["locations", "/locations"],
    ["membership", "/membership"],
  ] as const) {
    await page.goto(`${site}${path}`);
    await picture(page, name);
  }
  await page.goto(`${site}/login`);
  await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible();
  await picture(page, "sign-in");
});

test("the second brand, in the dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addInitScript(() => {
    sessionStorage.setItem("seen announcement", "true");
    localStorage.setItem("activeTab", "thong-cha");
  });
  await page.goto(`${site}/menu`);
  await picture(page, "thong-cha-dark");
});

test("the member pages", async ({ page }) => {
  const mobileNumber = demoMembers[test.info().project.name as keyof typeof demoMembers];
  const session = await signedInAgain({ name: "", mobileNumber, number: `+60${mobileNumber}` });
  await signedInOnMini(page, session);
  for (const name of ["dashboard", "rewards", "activity", "profile"] as const) {
    await page.goto(`${mini}/${name}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await picture(page, name);
  }
});
