import { inDatabase } from "../support/database.ts";
import { memberOnMini, signedInOnMini } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { codesIn } from "../support/qr-codes.ts";
import { expectAccessible } from "../support/quality.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

const TIERS = ["Basic · Bronze", "Plus · Silver", "Elite · Gold", "Royal · Platinum"];

test("a scanner reads the card of each tier, in both brands and both schemes @long @phone-only", async ({
  page,
}) => {
  test.slow();
  const member = await registered(aPerson("Aisyah Rahman"));
  const code = String(member.user.memberCode);
  await page.emulateMedia({ reducedMotion: "reduce" });

  const becomes = (level: number) =>
    inDatabase(
      "UPDATE point_accounts SET tier_level = ? WHERE member_id = ?",
      level,
      member.user.id,
    );
  // From the top: a tier that is reached has a moment before the card, one that ends has none.
  becomes(3);
  await signedInOnMini(page, member);
  for (const [level, names] of [...TIERS.entries()].toReversed()) {
    becomes(level);
    for (const brand of ["krua-bowl", "thong-cha"])
      for (const colorScheme of ["light", "dark"] as const)
        await test.step(`${names}, ${brand}, ${colorScheme}`, async () => {
          await page.emulateMedia({ colorScheme });
          await page.evaluate((key) => localStorage.setItem("activeTab", key), brand);
          await page.goto(`${mini}/rewards`);
          await expect(page.getByText(names)).toBeVisible();
          const card = page.getByRole("region", { name: "Available Points" });
          expect(await codesIn(await card.screenshot())).toEqual([code]);
        });
  }
  await expectAccessible(page);

  const onCard = page.getByRole("img", { name: "QR code with your member ID" });
  expect((await onCard.boundingBox())!.width).toBeGreaterThanOrEqual(300);
  await page.getByRole("button", { name: "Show full screen" }).click();
  const full = page.getByRole("dialog", { name: "Your member code" });
  const { width } = (await full.getByRole("img", { name: /^QR code/ }).boundingBox())!;
  expect(width).toBeGreaterThanOrEqual(0.85 * page.viewportSize()!.width);
  expect(await codesIn(await page.screenshot())).toEqual([code]);
  await expectAccessible(page);
});

test("where less motion is preferred, nothing of the card moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await memberOnMini(page);
  await page.goto(`${mini}/rewards`);
  await expect(page.getByRole("region", { name: "Available Points" })).toBeVisible();

  await expect
    .poll(() => page.evaluate(() => document.getAnimations().map(({ playState }) => playState)))
    .not.toContain("running");
});
