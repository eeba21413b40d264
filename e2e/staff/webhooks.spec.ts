import { inDatabase } from "../support/database.ts";
import { expectAccessible, expectNothingSideways } from "../support/quality.ts";
import { staff } from "../support/servers.ts";
import { askAsStaff, countedActions, signedInToOffice } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

test("head office adds a webhook on a phone, tries it, and it gets signed events @long", async ({
  page,
}) => {
  const receiver = new WebhookReceiver();
  await receiver.start();
  await signedInToOffice(page, { name: "Mei Ling", role: "head-office" });
  // A retry meets the first try's.
  const left = await askAsStaff<{ webhookList: { id: number }[] }>(page, "GET", "/webhook");
  for (const { id } of left.webhookList)
    await askAsStaff(page, "POST", `/webhook/${id}/remove`, { reason: "left by a test" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${staff}/webhooks`);
  await expect(page.getByText("No system receives events yet.")).toBeVisible();
  await expectAccessible(page);

  const done = countedActions();
  await done(page.getByRole("button", { name: "Add a webhook" }).click());
  const form = page.getByRole("dialog", { name: "Add a webhook" });
  await done(form.getByLabel("Name").fill("Till system"));
  await done(form.getByLabel("Address").fill("https://10.0.0.1/events"));
  await done(form.getByRole("button", { name: "Save" }).click());
  await expect(form.getByText(/^This address is not of a public host\./)).toBeVisible();
  await form.getByLabel("Every kind, also new ones").uncheck();
  await expectAccessible(page);
  await expectNothingSideways(page);
  await form.getByLabel("Every kind, also new ones").check();
  await done(form.getByLabel("Address").fill(receiver.url));
  await done(form.getByRole("button", { name: "Save" }).click());
  const secret = page.getByRole("dialog", { name: "Secret" });
  receiver.secret = await secret.getByText(/^whsec_/).innerText();
  await expectAccessible(page);
  await done(secret.getByRole("button", { name: "Done" }).click());

  await page.getByRole("button", { name: "Till system", exact: true }).click();
  await page.getByRole("button", { name: "Test now" }).click();
  await expect(page.getByText(/^It took the test: 200/)).toBeVisible();
  await expect(page.getByText("Its answer: thank you")).toBeVisible();
  await expectAccessible(page);
  await expectNothingSideways(page);
  // Beside what other tests do.
  expect(receiver.taken).toContain("webhook.test");

  await askAsStaff(page, "POST", "/member/1/adjust", { points: 5, reason: "a wish of the guest" });
  await expect.poll(() => receiver.taken).toContain("points.added");

  // As if it had not been taken for three days. What has arrived is noted as delivered a moment later.
  const lost = page.getByRole("table", { name: "What Till system did not take" });
  await expect(async () => {
    inDatabase(
      "UPDATE jobs SET state = 'failed', last_error = 'answered 500' WHERE queue LIKE 'webhook/%' AND state = 'done' AND reference IN (SELECT position FROM events WHERE member_id = 1 AND type = ?)",
      "points.added",
    );
    await page.reload();
    await page.getByRole("button", { name: "Till system", exact: true }).click();
    await expect(lost).toContainText("answered 500", { timeout: 5_000 });
  }).toPass();
  receiver.taken.length = 0;
  await lost
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Send again" }).click();
  await expect.poll(() => receiver.taken).toContain("points.added");
  await expect(page.getByText("Nothing was given up. That is normal.")).toBeVisible();

  await page.getByRole("button", { name: "New secret" }).click();
  const second = await secret.getByText(/^whsec_/).innerText();
  await secret.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Test now" }).click();
  await expect(page.getByText(/^It took the test: 200/)).toBeVisible(); // both sign
  await page.getByRole("button", { name: "End the old secret" }).click();
  await page
    .getByRole("alertdialog", { name: "End the old secret of Till system?" })
    .getByRole("button", { name: "End the old secret" })
    .click();
  await expect(page.getByRole("button", { name: "New secret" })).toBeVisible();
  await page.getByRole("button", { name: "Test now" }).click();
  await expect(page.getByText(/^It did not take the test: answered 400/)).toBeVisible();
  receiver.secret = second;
  await page.getByRole("button", { name: "Test now" }).click();
  await expect(page.getByText(/^It took the test: 200/)).toBeVisible();

  await page.getByRole("button", { name: "Remove" }).click();
  const question = page.getByRole("dialog", { name: "Remove Till system?" });
  await question.getByLabel("Reason").fill("The contract has ended");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No system receives events yet.")).toBeVisible();
  await receiver.stop();
});
