import { randomUUID } from "node:crypto";

import type { Browser, Page } from "@playwright/test";

import { press, signInWithCode } from "../support/dialogs.ts";
import { codesSentTo } from "../support/messages.ts";
import { expectVisitor, storedToken } from "../support/pages.ts";
import { aPerson, registered } from "../support/people.ts";
import { host, mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** A page inside a super-app, in a browser that was never here: who uses it is signed in at the super-app. */
async function inside(browser: Browser, account: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${host}/as?subject=${account}`);
  return page;
}

const question = (page: Page, title: string) =>
  page.getByRole("alertdialog", { name: `Sign in by ${title} from now on?` });

test("inside Chat a number is proved once, then nobody types a code, until it is unlinked", async ({
  browser,
}) => {
  const member = await registered(aPerson("Siti Aminah"));
  const account = `U-${randomUUID()}`;
  const first = await inside(browser, account);
  await first.goto(`${mini}/redeem?host=chat`);
  await expect(first.getByText(/Sign in or join once with your number/)).toBeVisible();
  await expect(first).toHaveURL(`${mini}/login`);
  await signInWithCode(first, member);
  await expect(question(first, "Chat")).toBeVisible();
  await expect(first).toHaveURL(`${mini}/redeem`);
  await press(question(first, "Chat"), "Agree and link");
  await expect(first.getByText("Chat is linked. It signs you in from now on.")).toBeVisible();
  const codes = codesSentTo(member.number);

  const second = await inside(browser, account);
  await second.goto(`${mini}/redeem?host=chat`);

  // The address is the same before the way to the host and after it.
  await expect(second.getByRole("heading", { name: "Your points", exact: true })).toBeVisible();
  await expect(second).toHaveURL(`${mini}/redeem`);
  await expect.poll(() => storedToken(second)).toMatch(/^lm\./);
  expect(codesSentTo(member.number)).toEqual(codes);

  await second.goto(`${mini}/settings/devices`);
  await press(second, "Unlink Chat");
  await press(second.getByRole("alertdialog"), "Unlink");
  await expect(second.getByText("Chat is unlinked.")).toBeVisible();
  const third = await inside(browser, account);
  await third.goto(`${mini}/redeem?host=chat`);
  await expect(third.getByText(/Sign in or join once with your number/)).toBeVisible();
  await expectVisitor(third);
});

test("who is signed in already links the app around them in the settings @long", async ({
  browser,
}) => {
  const member = await registered(aPerson("Siti Aminah"));
  const page = await inside(browser, `U-${randomUUID()}`);
  await page.goto(`${mini}/login`);
  await signInWithCode(page, member);
  await expect(page).toHaveURL(`${mini}/dashboard`);
  await page.goto(`${mini}/settings/devices?host=chat`);

  await press(page, "Link Chat");
  await press(question(page, "Chat"), "Agree and link");

  await expect(page.getByRole("button", { name: "Unlink Chat" })).toBeVisible();
  await expect(page).toHaveURL(`${mini}/settings/devices`);
});

test("a code that somebody else was given signs nobody in @long", async ({ browser }) => {
  const page = await inside(browser, `U-${randomUUID()}`);
  const back = new URLSearchParams({ code: "stolen", state: "x".repeat(43) });
  await page.goto(`${mini}/login?${back}`);

  await expect(page.getByText(/could not be signed in/)).toBeVisible();
  expect(page.url()).toBe(`${mini}/login`);
  await expectVisitor(page);
});
