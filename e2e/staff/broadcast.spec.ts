import type { Page } from "@playwright/test";

import { signedInOnMini } from "../support/pages.ts";
import { aPerson, registered, type MemberPerson } from "../support/people.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { api, mini, staff } from "../support/servers.ts";
import { countedActions, signedInToOffice, verifiedLongAgo } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

const PHONE = { width: 360, height: 740 };

async function readsThai(member: MemberPerson) {
  const address = `${api}/api/member/${member.user.id}/preferences`;
  const headers = { Authorization: `Bearer ${member.token}`, "Content-Type": "application/json" };
  const { language } = (await (await fetch(address, { headers })).json()) as { language: object };
  const body = JSON.stringify({ language: { ...language, selectedLanguage: "th" } });
  expect((await fetch(address, { method: "PUT", headers, body })).ok).toBe(true);
}

const looksRight = async (page: Page) => {
  await expectAccessible(page);
  await expectNothingSideways(page);
};

test("an offer is written, counted, tested, approved by another person, and stands in a member's log @long", async ({
  page,
  browser,
}, { retry }) => {
  test.slow();
  const members = [];
  for (const name of ["Somchai Dee", "Malee Suk", "Niran Jai"]) {
    const member = await registered(aPerson(name));
    await readsThai(member);
    members.push(member);
  }
  const words = `สัปดาห์มะม่วง ${Date.now()} ${retry}`;

  await signedInToOffice(page, { name: "Mei Writes", role: "head-office" });
  await page.setViewportSize(PHONE);
  await page.goto(`${staff}/broadcasts`);
  const act = countedActions();
  await act(page.getByRole("link", { name: "Write a broadcast" }).click());
  await act(page.getByRole("checkbox", { name: "ไทย" }).check());
  await looksRight(page);
  await act(page.getByRole("textbox", { name: "Title" }).fill(words));
  await act(page.getByRole("textbox", { name: "Text" }).fill("ข้าวเหนียวมะม่วงครึ่งราคา"));
  await act(page.getByRole("button", { name: "Save" }).click());
  const counted = page.getByText(/^[\d,]+ members are in this segment now:$/);
  await expect(counted).toBeVisible();
  const reached = Number((await counted.textContent())!.replace(/\D/g, ""));
  expect(reached).toBeGreaterThanOrEqual(3);
  const examples = page.getByRole("article", { name: words });
  await expect(examples).toHaveCount(3);
  await expect(examples.first()).toContainText("ข้าวเหนียวมะม่วงครึ่งราคา");
  const push = page.getByRole("article", { name: "Notification: ไทย" });
  await expect(push).toContainText("เปิดแอป");
  await expect(push).toContainText("ข้าวเหนียวมะม่วงครึ่งราคา");
  await expect(page).toHaveURL(/\?id=\d+$/);
  const address = page.url();
  await looksRight(page);

  // A test goes to an address only after a fresh verification.
  verifiedLongAgo("Mei Writes");
  await page.getByRole("button", { name: "Send a test" }).click();
  const testing = page.getByRole("dialog", { name: "Send a test to yourself?" });
  await testing.getByRole("textbox", { name: "Your e-mail address" }).fill("mei@example.com");
  await looksRight(page);
  await testing.getByRole("button", { name: "Send a test" }).click();
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByText("The test is on its way to mei@example.com.")).toBeVisible();

  await act(page.getByRole("button", { name: "Ask for approval" }).click());
  const submitting = page.getByRole("dialog", { name: "Ask for approval of this broadcast?" });
  await act(submitting.getByRole("textbox", { name: "Reason" }).fill("The week of mangoes"));
  await act(submitting.getByRole("button", { name: "Ask for approval" }).click());
  await expect(page.getByText(/^You asked for approval yourself/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await looksRight(page);

  // Today and Approvals tell those who may approve it.
  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Raj Reads", role: "head-office" });
  await other.setViewportSize(PHONE);
  await other.goto(`${staff}/approvals`);
  await expect(other.getByRole("article", { name: `Send a broadcast: ${words}` })).toBeVisible();
  await other.goto(`${staff}/today`);
  await other.getByRole("link", { name: /broadcasts? waits? for your approval\.$/ }).click();
  await other.getByRole("link", { name: words }).click();
  await expect(
    other.getByText(/^Mei Writes asked for approval, .*: The week of mangoes$/),
  ).toBeVisible();
  await expect(other.getByRole("article", { name: words }).first()).toBeVisible();
  verifiedLongAgo("Raj Reads");
  const approve = countedActions();
  await approve(other.getByRole("button", { name: "Approve" }).click());
  const approving = other.getByRole("dialog", { name: "Approve this broadcast?" });
  await approve(approving.getByRole("textbox", { name: "Reason" }).fill("Looked at the words"));
  await approve(approving.getByRole("button", { name: "Approve" }).click());
  await approve(other.getByRole("button", { name: "Use your passkey" }).click());

  // Who wrote it sees the result by itself.
  await expect(page.getByRole("heading", { name: "Result" })).toBeVisible();
  await expect(page.getByText(/^Approved by Raj Reads, .*: Looked at the words$/)).toBeVisible();
  const logOnly = page.getByRole("definition").nth(5);
  await expect(logOnly).toHaveText(String(reached));
  await looksRight(page);
  await other.goto(address);
  await expect(other.getByText("Sent", { exact: true }).first()).toBeVisible();
  await other.goto(`${staff}/broadcasts`);
  await expect(other.getByRole("row", { name: new RegExp(words) })).toContainText("Sent");
  await looksRight(other);
  await other.context().close();

  const phone = await (await browser.newContext()).newPage();
  await signedInOnMini(phone, members[0]!);
  await phone.goto(`${mini}/messages`);
  await expect(phone.getByRole("article", { name: words })).toContainText("ข้าวเหนียวมะม่วงครึ่งราคา");
  await phone.context().close();
});

test("a refused one says who refused it and why, and another one begins with its words", async ({
  page,
  browser,
}) => {
  test.slow();
  await signedInToOffice(page, { name: "Ida Writes", role: "head-office" });
  await page.setViewportSize(PHONE);
  await page.goto(`${staff}/broadcasts?id=new`);
  await page.getByRole("checkbox", { name: "தமிழ்" }).check();
  await page.getByRole("textbox", { name: "Title" }).fill("மாம்பழ வாரம்");
  // Words that are not saved are asked about.
  await page.getByRole("link", { name: "All broadcasts" }).click();
  await page.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("பாதி விலை");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Ask for approval" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The week of mangoes");
  await dialog.getByRole("button", { name: "Ask for approval" }).click();
  await expect(page.getByText("Waits for another person")).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Jo Refuses", role: "head-office" });
  await other.goto(page.url());
  await other.getByRole("button", { name: "Refuse" }).click();
  const refusing = other.getByRole("dialog", { name: "Refuse this broadcast?" });
  await refusing.getByRole("textbox", { name: "Reason" }).fill("The price is wrong");
  await refusing.getByRole("button", { name: "Refuse" }).click();
  await expect(other.getByText("Refused, nothing is sent.")).toBeVisible();
  await other.context().close();

  await page.reload();
  await expect(page.getByText(/^Refused by Jo Refuses, .*: The price is wrong$/)).toBeVisible();
  await page.getByRole("link", { name: "Write another one from this" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("மாம்பழ வாரம்");
  await looksRight(page);
});

test("one with a time waits for it, is changed before it, approved again and stopped", async ({
  page,
  browser,
}) => {
  test.slow();
  await signedInToOffice(page, { name: "Nur Plans", role: "head-office" });
  await page.goto(`${staff}/broadcasts?id=new`);
  await page.getByRole("textbox", { name: "Title" }).fill("Mango week");
  await page.getByRole("textbox", { name: "Text" }).fill("Mango rice at half price.");
  await page.getByRole("textbox", { name: "Send on" }).fill("1 Mar 2020, 9:00 AM");
  await page.getByRole("textbox", { name: "Points, at least" }).fill("100");
  await page.getByRole("combobox", { name: "Birthday in" }).selectOption("March");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This time has passed. Choose a later one, or none.")).toBeVisible();
  await page.getByRole("textbox", { name: "Send on" }).fill("1 Mar 2099, 9:00 AM");
  await page.getByRole("button", { name: "Save" }).click();
  await looksRight(page);

  const other = await (await browser.newContext()).newPage();
  await signedInToOffice(other, { name: "Omar Approves", role: "head-office" });
  for (const time of ["1 Mar 2099, 9:00 AM", "2 Mar 2099, 6:30 PM"]) {
    await page.getByRole("textbox", { name: "Send on" }).fill(time);
    const save = page.getByRole("button", { name: "Save" });
    if (await save.isEnabled()) await save.click();
    await page.getByRole("button", { name: "Ask for approval" }).click();
    const submitting = page.getByRole("dialog");
    await submitting.getByRole("textbox", { name: "Reason" }).fill("The week of mangoes");
    await submitting.getByRole("button", { name: "Ask for approval" }).click();
    await expect(page.getByText("Waits for another person")).toBeVisible();
    await other.goto(page.url());
    await other.getByRole("button", { name: "Approve" }).click();
    const approving = other.getByRole("dialog");
    await expect(approving).toContainText(`It is sent from ${time}`);
    await approving.getByRole("textbox", { name: "Reason" }).fill("Looked at the words");
    await approving.getByRole("button", { name: "Approve" }).click();
    await expect(other.getByText("Scheduled", { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText(`Time to send: ${time}`)).toBeVisible();
    if (time.startsWith("2")) break;
    await page.getByRole("button", { name: "Change" }).click();
    const changing = page.getByRole("dialog", { name: "Change this broadcast?" });
    await changing.getByRole("textbox", { name: "Reason" }).fill("The mangoes are late");
    await changing.getByRole("button", { name: "Change", exact: true }).click();
  }
  await looksRight(page);
  await page.goto(staff);
  const act = countedActions(5);
  const menu = page.getByRole("navigation", { name: "Menu" });
  await act(menu.getByRole("link", { name: "Broadcasts" }).click());
  await act(page.getByRole("link", { name: "Mango week" }).first().click());
  await act(page.getByRole("button", { name: "Stop" }).click());
  const stopping = page.getByRole("dialog");
  await act(stopping.getByRole("textbox", { name: "Reason" }).fill("There are no mangoes"));
  await act(stopping.getByRole("button", { name: "Stop" }).click());
  await expect(page.getByText(/^Stopped by Nur Plans, .*: There are no mangoes$/)).toBeVisible();
  await other.context().close();
});
