import type { Page } from "@playwright/test";

import { codeSentTo, codesSentTo } from "../support/messages.ts";
import { visitOffline } from "../support/offline.ts";
import { chooseLanguage, memberOnMini } from "../support/pages.ts";
import { type Person, registered } from "../support/people.ts";
import { mini, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

const packsKept = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open("language-packs")).keys();
    return requests.map(({ url }) => new URL(url).pathname.split("/").at(-1)!.split("-")[0]);
  });

test("the whole app follows the chosen language, also after a reload", async ({ page }) => {
  await memberOnMini(page);
  await page.goto(`${mini}/settings/language`);
  await page.getByRole("radio", { name: "Bahasa Melayu" }).check();
  await page.getByRole("button", { name: "Save Changes" }).click();

  await expect(page.getByText("Tetapan bahasa berjaya dikemas kini!")).toBeVisible();
  await expect(page).toHaveURL(`${mini}/profile`);
  await expect(page.locator("html")).toHaveAttribute("lang", "ms");

  await page.goto(`${mini}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Selamat datang, /);
  await expect(page).toHaveTitle("Papan Pemuka");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Selamat datang, /);
  await expect(page.getByRole("banner")).not.toContainText("Sign In");

  await page.goto(`${mini}/redeem`);
  await expect(page.getByRole("heading", { name: "Baucar RM 5 untuk ahli Plus" })).toBeVisible();
});

test("a downloaded language works offline, until it is removed @long", async ({
  page,
  context,
}) => {
  await memberOnMini(page);
  await page.goto(`${mini}/settings/language`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole("button", { name: "Download 中文" }).click();
  await expect(page.getByText("中文 downloaded successfully!")).toBeVisible();
  expect(await packsKept(page)).toEqual(["zh"]);

  await context.setOffline(true);
  await chooseLanguage(page, "zh");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("语言设定");

  // What was chosen offline is saved when the network is back, and then works on a cold start offline.
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await context.setOffline(false);
  expect((await saved).status()).toBe(200);
  await context.setOffline(true);
  await page.goto(`${mini}/dashboard`);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh");

  await context.setOffline(false);
  await page.goto(`${mini}/settings/language`);
  await page.getByRole("button", { name: "移除 中文" }).click();
  await expect(page.getByText("中文 已从离线存储中移除")).toBeVisible();
  expect(await packsKept(page)).toEqual([]);
});

test("a language chosen just before a reload is kept and saved @long", async ({ page }) => {
  await memberOnMini(page);
  await page.goto(`${mini}/profile`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("lastKnown"))).toContain('"en"');
  // The request has not left when the page goes.
  await page.route("**/preferences", (route) => route.abort(), { times: 1 });
  await chooseLanguage(page, "ms");
  await expect(page.locator("html")).toHaveAttribute("lang", "ms");

  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.reload();
  expect((await saved).status()).toBe(200);
  expect(await (await saved).json()).toMatchObject({ language: { selectedLanguage: "ms" } });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Profil");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ms");
});

test("a language chosen offline survives a reload, and is saved when it is back @long", async ({
  page,
  context,
}) => {
  await memberOnMini(page);
  await page.goto(`${mini}/settings/language`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole("button", { name: "Download 中文" }).click();
  await expect(page.getByText("中文 downloaded successfully!")).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("lastKnown"))).toContain('"en"');

  await context.setOffline(true);
  await chooseLanguage(page, "zh");
  const backOnline = await visitOffline(page, () => page.goto(`${mini}/profile`));
  await expect(page.getByText("您目前离线。")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh");

  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await backOnline();
  expect(await (await saved).json()).toMatchObject({ language: { selectedLanguage: "zh" } });
  await expect(page.locator("html")).toHaveAttribute("lang", "zh");
});

test("a language that cannot be downloaded says so @long", async ({ page, context }) => {
  await memberOnMini(page);
  await page.goto(`${mini}/settings/language`);
  await expect(page.getByRole("button", { name: "Download Bahasa Melayu" })).toBeEnabled();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Download Bahasa Melayu" }).click();

  await expect(page.getByText("Failed to download Bahasa Melayu")).toBeVisible();
});

async function signInHere(page: Page, person: Person) {
  const dialog = page.getByRole("dialog");
  const before = codesSentTo(person.number);
  await dialog.locator("input[type=tel]").fill(person.mobileNumber);
  await dialog.locator("[type=submit]").click();
  const code = await codeSentTo(person.number, before);
  await dialog.locator("input[autocomplete=one-time-code]").focus();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

test("the language a visitor chose on the site is carried over to the mini-program @long", async ({
  page,
}) => {
  const member = await registered();
  await page.goto(`${site}/menu`);
  await chooseLanguage(page, "ms");
  await expect(page.locator("html")).toHaveAttribute("lang", "ms");
  await page.goto(`${site}/login`);
  await signInHere(page, member);

  await expect(page).toHaveURL(`${mini}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Selamat datang, /);
});

test("what a member chose elsewhere goes before what this browser's visitor chose @long", async ({
  page,
  browser,
}) => {
  const member = await memberOnMini(page);
  await page.goto(`${mini}/profile`);
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await chooseLanguage(page, "zh");
  await saved;

  const here = await (await browser.newContext()).newPage();
  await here.goto(`${mini}/login`);
  await here.evaluate(() =>
    localStorage.setItem("languageSettings", JSON.stringify({ selectedLanguage: "ms" })),
  );
  await here.reload();
  await expect(here.locator("html")).toHaveAttribute("lang", "ms");
  await signInHere(here, member);

  await expect(here).toHaveURL(`${mini}/dashboard`);
  await expect(here.locator("html")).toHaveAttribute("lang", "zh");
  await here.context().close();
});
