import { registered } from "../support/people.ts";
import { staff } from "../support/servers.ts";
import { picture } from "../support/screenshots.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/*
 * The picture of the office in the README and docs/staff.md, taken on purpose only:
 * `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/staff`
 */

test("the office", async ({ page }) => {
  test.skip(test.info().project.name !== "desktop", "the office has a desk");
  const member = await registered();
  await aTill().earn(member.user.id, 240);
  await signedInToOffice(page, { name: "Hui Min", role: "head-office" });
  await page.goto(`${staff}/members?id=${member.user.id}`);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("heading", { level: 1, name: member.name })).toBeVisible();
  await picture(page, "office");
});
