import type { Page } from "@playwright/test";

import { Mailbox } from "../support/messages.ts";
import { aPerson } from "../support/people.ts";
import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

// One mail server, which these tests stop and start in turn.
test.describe.configure({ mode: "serial" });

const mailbox = new Mailbox();
test.beforeAll(() => mailbox.start());
test.afterAll(() => mailbox.stop());

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
});

/** Fills the whole application; the same one twice within an hour is kept once, so everybody's own number. */
async function fillApplication(page: Page, name: string) {
  await page.goto(`${site}/career`);
  const form = page.getByRole("form", { name: "Application form" });
  const number = aPerson().mobileNumber;
  await form.getByLabel(/^Full name/).fill(name);
  await form.getByLabel(/^Email/).fill("aisyah@example.com");
  await form.getByLabel(/^IC or passport/).fill("990101-14-5678");
  await form.getByLabel(/^Phone number/).fill(`0${number}`);
  await form.getByLabel(/^Home address/).fill("12, Jalan Besar, 50000 Kuala Lumpur");
  await form.getByLabel(/^Department/).selectOption("Kitchen Crew");
  await form.getByLabel(/^Preferred location/).selectOption("Melaka");
  return form;
}

async function fillFeedback(page: Page, message: string) {
  await page.goto(`${site}/contact-us`, { waitUntil: "domcontentloaded" });
  const form = page.getByRole("form", { name: "Feedback form" });
  await form.getByLabel(/^Your name/).fill("Wei Ling");
  await form.getByLabel(/^Phone number/).fill(`0${aPerson().mobileNumber}`);
  await form.getByLabel(/^Outlet/).selectOption("Publika");
  await form.getByLabel(/^Your message/).fill(message);
  return form;
}

const thanks = "Thank you for your feedback! We will get back to you soon.";

test("a renamed .exe is refused and nothing typed is lost; with a PDF the application arrives by email", async ({
  page,
}) => {
  const name = `Aisyah ${aPerson().mobileNumber}`;
  const form = await fillApplication(page, name);
  const send = () => form.getByRole("button", { name: "Submit application" }).click();
  await form.getByLabel(/^CV/).setInputFiles({
    name: "cv.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("MZ\x90\x00\x03 This program cannot be run in DOS mode."),
  });
  await send();
  await expect(
    form
      .getByText("This file is not what its name says. Please attach a .pdf, .doc or .docx file.")
      .first(),
  ).toBeVisible();
  await expect(form.getByLabel(/^Full name/)).toHaveValue(name);
  expect(mailbox.emailsAbout(name)).toEqual([]);

  await form.getByLabel(/^CV/).setInputFiles({
    name: "My CV.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(
      "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\nxref\n0 3\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n96\n%%EOF\n",
    ),
  });
  await send();
  await expect(
    page.getByText(
      "Application submitted successfully! HR will review your application and contact you soon.",
    ),
  ).toBeVisible();
  await expect.poll(() => mailbox.emailsAbout(name)).toHaveLength(1);
  const [email] = mailbox.emailsAbout(name);
  expect(email!.subject).toContain(`Kitchen Crew, Melaka, ${name}`);
  expect(email!.attachments).toEqual([
    { name: expect.stringMatching(/\.pdf$/), type: "application/pdf", head: "%PDF-" },
  ]);
});

test("feedback arrives by email, also when the mail server is down at first @long", async ({
  page,
}) => {
  const message = `The broth was wonderful ${aPerson().mobileNumber}`;
  const form = await fillFeedback(page, message);
  await mailbox.stop();
  await form.getByRole("button", { name: "Send feedback" }).click();
  await expect(page.getByText(thanks)).toBeVisible();

  await mailbox.start();
  // The outbox tries again after 1 s, 2 s, 4 s …
  await expect.poll(() => mailbox.emailsAbout(message)).toHaveLength(1);
  expect(mailbox.emailsAbout(message)[0]!.subject).toContain("Publika, Wei Ling");
});

test("what is written and sent before the scripts have come arrives by email", async ({ page }) => {
  let answer = () => {};
  const isSent = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/*.js", async (route) => {
    await isSent;
    await route.continue();
  });
  const message = `Fast fingers, slow network ${aPerson().mobileNumber}`;
  const form = await fillFeedback(page, message);
  await form.getByRole("button", { name: "Send feedback" }).click();
  answer();
  await expect(page.getByText(thanks)).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await expect.poll(() => mailbox.emailsAbout(message)).toHaveLength(1);
});
