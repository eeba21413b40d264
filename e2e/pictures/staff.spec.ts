import { choosePin, enrolment, nextGuest, press, record, scan } from "../support/counter.ts";
import { registered } from "../support/people.ts";
import { staff } from "../support/servers.ts";
import { picture } from "../support/screenshots.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

/*
 * The pictures of the staff app in the README, docs/staff.md and docs/counter.md, taken on purpose only:
 * `LOYALTY_PICTURES=1 npx playwright test --config e2e pictures/staff`
 */

test("the counter", async ({ page, browser }) => {
  // A telephone, and a tablet on its stand.
  const isTablet = test.info().project.name === "desktop";
  if (isTablet) await page.setViewportSize({ width: 768, height: 1024 });
  const member = await registered();
  await (await aTill()).earn(member.user.id, 240);
  const office = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const address = await enrolment(office, "Farid", isTablet ? "Counter 2" : "Counter 1");
  await page.goto(address);
  await page.getByRole("button", { name: "Make this tablet a till" }).click();
  await choosePin(page);
  const earlier = isTablet ? ["8210", "12880"] : [];
  for (const [index, sen] of earlier.entries()) {
    await scan(page, String(member.user.memberCode));
    await record(page, `B-100${index + 2}`, sen);
    await nextGuest(page);
  }
  await scan(page, String(member.user.memberCode));
  await page.getByLabel("Receipt number").fill(isTablet ? "B-1004" : "A-1004");
  await press(page, "4590");
  await expect(page.getByText("RM 45.90", { exact: true })).toBeVisible();
  await picture(page, "counter");
  await office.close();
});

test("the office", async ({ page }) => {
  test.skip(test.info().project.name !== "desktop", "the office has a desk");
  const member = await registered();
  await (await aTill()).earn(member.user.id, 240);
  await signedInToOffice(page, { name: "Hui Min", role: "head-office" });
  await page.goto(`${staff}/members?id=${member.user.id}`);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByRole("heading", { level: 1, name: member.name })).toBeVisible();
  await picture(page, "office");
});
