import type { Page } from "@playwright/test";

import { press } from "../support/dialogs.ts";
import { memberOnMini } from "../support/pages.ts";
import { aPerson } from "../support/people.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

const GIFT = "Mega Thai Milk Tea";

const main = (page: Page) => page.getByRole("main");

/** Malaysia's month now, and one that it is not: 1 to 12. */
const thisMonth = Number(
  new Intl.DateTimeFormat("en", { month: "numeric", timeZone: "Asia/Kuala_Lumpur" }).format(),
);
const anotherMonth = (thisMonth % 12) + 1;
const bornIn = (month: number) => `1994-${String(month).padStart(2, "0")}-15`;

test("a birthday's gift is free in its month, once", async ({ page }) => {
  await memberOnMini(page, { ...aPerson(), dateOfBirth: bornIn(thisMonth) });
  await page.goto(`${mini}/redeem`);
  const tile = page.getByRole("article").filter({ hasText: GIFT });
  await expect(tile).toContainText("BIRTHDAY");
  await expect(tile).toContainText("CLAIM");
  await tile.getByRole("link").click();
  await expect(main(page)).toContainText("Birthday Reward");
  await press(page, "Use it Now");
  await expect(page.getByRole("dialog", { name: "Confirm Redemption" })).toContainText(
    "This reward costs no points.",
  );
  await press(page, "Confirm Claim");
  await page
    .getByRole("dialog", { name: "Reward Claimed Successfully!" })
    .getByRole("button", { name: "Close" })
    .click();

  await expect(page.getByRole("button", { name: "Not Available" })).toHaveAccessibleDescription(
    "You have this year's birthday gift already. See My Rewards.",
  );
});

test("outside its month a birthday gift names its month @long", async ({ page }) => {
  await memberOnMini(page, { ...aPerson(), dateOfBirth: bornIn(anotherMonth) });
  await page.goto(`${mini}/redeem`);
  const tile = page.getByRole("article").filter({ hasText: GIFT });
  await expect(tile).toContainText("BIRTHDAY");
  await expect(tile).not.toContainText("CLAIM");
  await tile.getByRole("link").click();

  const month = new Intl.DateTimeFormat("en", { month: "long" }).format(
    new Date(2020, anotherMonth - 1, 15),
  );
  await expect(
    page.getByText("This reward is only available during your birth month"),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Not Available" })).toHaveAccessibleDescription(
    `Available in your birth month: ${month}`,
  );
});
