import { request } from "@playwright/test";

import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, staff } from "../support/servers.ts";
import { signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test("feedback is read and marked as answered with a note, on the narrowest phone", async ({
  page,
}) => {
  const name = "Aisyah Rahman";
  const context = await request.newContext();
  const sent = await context.post(`${api}/api/email/feedback`, {
    data: {
      FullName: name,
      MobileNumber: "+60123456789",
      OutletName: "KL East Mall",
      Remarks: "The tom yum was cold.",
    },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await context.dispose();

  await signedInToOffice(page, { name: "Mei Ling", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/inbox`);
  await expect(page.getByRole("link", { name: `Read what ${name} wrote` })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  await page.getByRole("link", { name: `Read what ${name} wrote` }).click();
  await expect(page.getByText("The tom yum was cold.")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await page.getByLabel("Note").fill("Called them and said sorry.");
  await page.getByRole("button", { name: "Mark as answered" }).click();
  await expect(page.getByText("Marked: Answered")).toBeVisible();
  await expect(page.getByText("Called them and said sorry.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the list" }).click();
  // The list is of what is open.
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await expect(page.getByRole("link", { name: `Read what ${name} wrote` })).toBeHidden();
});
