import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { chooseLanguage, memberOnMini } from "../support/pages.ts";
import { aPerson } from "../support/people.ts";
import { mini, paths } from "../support/servers.ts";
import { sheetOf, type Shot, laidOut, prepareForSheets } from "../support/screenshots.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/*
 * docs/gallery.md: the same screens on a phone in each language that is not English, one sheet a language.
 * Taken on purpose only: `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/gallery --project=desktop`
 */

const SCREENS = [
  "/dashboard",
  "/rewards",
  "/redeem",
  "/reward/1?isPromotion=true",
  "/profile",
  "/referral",
  "/activity",
  "/settings/language",
  "/settings/notifications",
  "/settings/help-support",
  "/menu",
  "/locations",
  "/membership",
  "/contact-us",
];

test.use({ trace: "off", viewport: { width: 390, height: 844 } });
test.beforeEach(() => {
  test.skip(test.info().project.name !== "desktop", "the sheet has a width of its own");
  test.setTimeout(900_000);
});

for (const [code, scheme, name] of [
  ["ms", "light", "Siti Nurhaliza"],
  ["zh", "dark", "林慧敏"],
  ["ta", "light", "Kavitha Subramaniam"],
  ["th", "dark", "สมหญิง ใจดี"],
  ["id", "light", "Dewi Lestari"],
] as const)
  test(`the sheet of the language ${code}`, async ({ page, context }) => {
    await prepareForSheets(page);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const member = await memberOnMini(page, aPerson(name));
    await (await aTill()).earn(member.user.id, 1234);
    await page.goto(`${mini}/settings/language`);
    await chooseLanguage(page, code);
    await expect(page.locator("html")).toHaveAttribute("lang", code);

    const shots: Shot[] = [];
    for (const path of SCREENS) {
      await page.goto(`${mini}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await laidOut(page);
      shots.push({ label: path, png: await page.screenshot({ fullPage: true }) });
    }
    const blank = await context.newPage();
    writeFileSync(
      join(paths.root, "docs/gallery", `language-${code}.webp`),
      await sheetOf(blank, shots, { scale: 0.5, maxHeight: 1250 }),
    );
  });
