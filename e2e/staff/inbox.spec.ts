import { readFile } from "node:fs/promises";

import { request } from "@playwright/test";

import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, staff } from "../support/servers.ts";
import { countedActions, signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

async function written(kind: "feedback" | "career", data: object) {
  const context = await request.newContext();
  const sent = await context.post(`${api}/api/email/${kind}`, { data });
  expect(sent.ok(), await sent.text()).toBe(true);
  await context.dispose();
}

const feedback = (name: string) => ({
  FullName: name,
  MobileNumber: "+60123456789",
  OutletName: "KL East Mall",
  Remarks: "The tom yum was cold.",
});

/** The smallest PDF of one page. */
const CV = [
  "%PDF-1.7",
  "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj",
  "2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj",
  "3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj",
  "trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n",
].join("\n");

test("feedback is read and marked as answered with a note, on the narrowest phone", async ({
  page,
}) => {
  const name = "Rosnah Feedback";
  await written("feedback", feedback(name));
  await signedInToOffice(page, { name: "Mei Ling", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/inbox`);
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);

  const act = countedActions();
  await act(page.getByRole("link", { name, exact: true }).click());
  await expect(page.getByText("The tom yum was cold.")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await act(page.getByLabel("Note").fill("Called them and said sorry."));
  await act(page.getByRole("button", { name: "Mark as answered" }).click());
  await expect(page.getByText("Marked: Answered")).toBeVisible();
  await expect(page.getByText("Called them and said sorry.")).toBeVisible();
  await act(page.getByRole("link", { name: "Back to the list" }).click());
  // The list is of what is open.
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await expect(page.getByRole("link", { name, exact: true })).toBeHidden();
});

test("an application is read with its CV and forwarded @long", async ({ page }) => {
  const name = "Haziq Applies";
  await written("career", {
    FullName: name,
    Email: "haziq@example.com",
    MobileNumber: "012-345 6789",
    IdentificationNumber: "940308-14-5566",
    Address: "12 Jalan Ampang\n50450 Kuala Lumpur",
    AppliedDepartment: "Kitchen Crew",
    PrefferedLocation: "Kuala Lumpur",
    AttachmentFile: Buffer.from(CV).toString("base64"),
    AttachmentFileName: "My CV.pdf",
    AttachmentFileExtension: ".pdf",
  });
  await signedInToOffice(page, { name: "Farid Office", role: "head-office" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/inbox`);
  verifiedLongAgo("Farid Office");
  const act = countedActions();
  await act(page.getByRole("link", { name, exact: true }).click());
  const saved = page.waitForEvent("download");
  await act(page.getByRole("button", { name: "Save the CV: My CV.pdf" }).click());
  await act(page.getByRole("button", { name: "Use your passkey" }).click());
  expect(await readFile(await (await saved).path(), "latin1")).toBe(CV);

  await act(page.getByRole("button", { name: "Forward" }).click());
  const dialog = page.getByRole("dialog", { name: "Forward to a colleague" });
  await dialog.getByRole("button", { name: "Forward" }).click();
  await expect(dialog.getByText("Please say to whom.")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await act(dialog.getByLabel("To whom").fill("Chef Anan, Publika"));
  await act(dialog.getByLabel("E-mail address").fill("anan@example.com"));
  await act(dialog.getByRole("button", { name: "Forward" }).click());
  await expect(page.getByText("Forwarded to Chef Anan, Publika")).toBeVisible();
  await expect(page.getByText(/^The e-mail to anan@example\.com /)).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
});

test("what a colleague closed meanwhile is not answered twice, and the note is not lost @long", async ({
  page,
  browser,
}) => {
  const name = "Tan Waits";
  await written("feedback", feedback(name));
  const other = await (await browser.newContext()).newPage();
  for (const [somebody, who] of [
    [page, "Lina Inbox"],
    [other, "Omar Inbox"],
  ] as const) {
    await signedInToOffice(somebody, { name: who, role: "outlet-manager", outletId: 1 });
    await somebody.setViewportSize({ width: 360, height: 740 });
    await somebody.goto(`${staff}/inbox`);
    await somebody.getByRole("link", { name, exact: true }).click();
    await expect(somebody.getByText("The tom yum was cold.")).toBeVisible();
  }
  await other.getByLabel("Note").fill("They came again and were happy.");
  await other.getByRole("button", { name: "Close", exact: true }).click();
  await expect(other.getByText("Marked: Closed")).toBeVisible();
  await other.context().close();

  await page.getByLabel("Note").fill("I called them.");
  await page.getByRole("button", { name: "Mark as answered" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Somebody has marked this as closed meanwhile.",
  );
  await expect(page.getByLabel("Note")).toHaveValue("I called them.");
  await expectAccessible(page);
  await expect(page.getByText("They came again and were happy.")).toBeVisible();
});
