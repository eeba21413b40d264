import { inDatabase } from "../support/database.ts";
import { signedInOnMini } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { codesIn } from "../support/qr-codes.ts";
import { prepareForSheets, takeSheet } from "../support/screenshots.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/*
 * docs/gallery.md: the card of each tier, whose code a scanner reads in every picture.
 * Taken on purpose only: `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/gallery --project=desktop`
 */

test.use({ trace: "off" });

test("the sheets of the cards", async ({ page }) => {
  test.skip(test.info().project.name !== "desktop", "a sheet holds every width");
  test.setTimeout(900_000);
  await prepareForSheets(page);
  const member = await registered(aPerson("Aisyah Rahman"));
  const becomes = (level: number) =>
    inDatabase(
      "UPDATE point_accounts SET tier_level = ?, balance = 747 WHERE member_id = ?",
      level,
      member.user.id,
    );
  // From the top: a tier that is reached has a moment before the card, one that ends has none.
  becomes(3);
  await signedInOnMini(page, member);
  for (const [level, name] of [...["basic", "plus", "elite", "royal"].entries()].toReversed()) {
    becomes(level);
    await takeSheet(page, {
      name: `card-${name}`,
      fullPage: false,
      widths: [320, 390, 1280],
      async visit() {
        await page.goto(`${mini}/rewards`);
        const card = page.getByRole("region", { name: "Available Points" });
        await expect(card).toHaveAttribute("data-tier", String(level));
        await expect(card).toContainText("747");
        expect(await codesIn(await card.screenshot())).toEqual([String(member.user.memberCode)]);
      },
    });
  }
});
