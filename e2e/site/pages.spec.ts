import { site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

test("an unknown address leads home, a member page to the sign-in, and an invitation fills the registration", async ({
  page,
}) => {
  await page.goto(`${site}/nowhere/at/all`);
  await expect(page).toHaveURL(`${site}/`);

  await page.goto(`${site}/rewards`);
  await expect(page).toHaveURL(`${site}/login`);
  await expect(page.getByRole("dialog", { name: "Sign In" })).toBeVisible();

  await page.goto(`${site}/login/AB12CD`);
  await page
    .getByRole("dialog", { name: "Sign In" })
    .getByRole("button", { name: "Sign Up" })
    .click();
  await expect(
    page.getByRole("dialog", { name: "Join as Member" }).getByLabel(/^Referral code/),
  ).toHaveValue("AB12CD");
});

test("under a dialog the page stays where it is @long", async ({ page }) => {
  await page.goto(site);
  const announcement = page.getByRole("dialog", { name: /GET RM 5 OFF/ });
  await expect(announcement).toBeVisible();
  // It listens before the wheel turns, or it would wait for a turn that was.
  const turn = await page.evaluateHandle(() => ({
    seen: new Promise((resolve) => window.addEventListener("wheel", resolve, { once: true })),
  }));

  await page.mouse.wheel(0, 600);
  const scrolled = await turn.evaluate(async ({ seen }) => {
    await seen;
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return window.scrollY;
  });
  expect(scrolled).toBe(0);

  await page.keyboard.press("Escape");
  await expect(announcement).toBeHidden();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
});

test("a navigation starts at the top, with the focus on the heading @long", async ({ page }) => {
  await page.goto(`${site}/about`);
  // Before its scripts run, a click on a link loads a document, which begins without a focus.
  await page.waitForLoadState("networkidle");
  await page.mouse.wheel(0, 1200);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);

  await page.getByRole("contentinfo").getByRole("link", { name: "Menu" }).first().click();

  await expect(page).toHaveURL(`${site}/menu`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a visitor of the second brand never sees the first one's words", async ({ page }) => {
  await page.goto(`${site}/config.json`);
  await page.evaluate(() => localStorage.setItem("activeTab", "thong-cha"));
  await page.addInitScript(() => {
    sessionStorage.setItem("seen announcement", "true");
    const seen = new Set<string>();
    Object.assign(window, { seenIntros: seen });
    const watch = () => {
      const main = document.querySelector("main");
      if (main?.checkVisibility({ visibilityProperty: true }))
        seen.add(main.innerText.slice(0, 40));
      requestAnimationFrame(watch);
    };
    watch();
  });

  await page.goto(`${site}/menu`, { waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-brand", "thong-cha");
  await expect(page.locator("html")).not.toHaveAttribute("data-brand-pending");
  await page.waitForLoadState("networkidle");

  const seen = await page.evaluate(() => [
    ...(window as unknown as { seenIntros: Set<string> }).seenIntros,
  ]);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((words) => !/^thong cha/i.test(words.trim()))).toEqual([]);
});

test("the icons that browsers request by themselves and the menu's PDF exist", async ({ page }) => {
  await page.goto(`${site}/menu`);
  const address = await page.getByRole("link", { name: /^View Full Menu/ }).getAttribute("href");
  const files = await page.evaluate(
    (paths) =>
      Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(path);
          const type = answer.headers.get("Content-Type");
          return { status: answer.status, type, head: (await answer.text()).slice(0, 5) };
        }),
      ),
    ["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png", address!],
  );

  expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(files[3]).toMatchObject({ type: "application/pdf", head: "%PDF-" });
});

test("the records on the home page show their captions whole @long @phone", async ({ page }) => {
  await page.addInitScript(() => sessionStorage.setItem("seen announcement", "true"));
  await page.goto(`${site}/`);
  const cards = page.getByRole("article").filter({ has: page.getByRole("time") });
  // How many there are is content, which other tests publish.
  await cards.first().waitFor();

  for (const card of await cards.all()) {
    const [frame, caption] = [await card.boundingBox(), await card.getByRole("time").boundingBox()];
    expect(caption!.y + caption!.height).toBeLessThanOrEqual(frame!.y + frame!.height);
  }
});
