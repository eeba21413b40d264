import { memberOnMini } from "../support/pages.ts";
import { expectTextOnScreen, expectWordsWhole } from "../support/quality.ts";
import { memberPages, publicPages } from "../support/routes.ts";
import { mini } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";
import { aTill } from "../support/till.ts";

// What a browser's own setting of the text size does to lengths in rem.
for (const percent of [100, 130, 150, 200])
  test(`with text of ${percent} % nothing leaves a narrow screen, and the code keeps its size @long`, async ({
    page,
  }) => {
    await memberOnMini(page);
    await page.addInitScript((percent) => {
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = `${percent}%`;
      });
    }, percent);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of [
        "/dashboard",
        "/rewards",
        "/redeem",
        "/profile",
        "/settings/personal-info",
      ]) {
        await page.goto(`${mini}${path}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const wider = await page.evaluate(() =>
          document.documentElement.scrollWidth <= innerWidth
            ? []
            : [...document.querySelectorAll("body *")]
                .filter((each) => each.getBoundingClientRect().right > innerWidth)
                .map(({ localName, className }) => `${localName}.${String(className)}`),
        );
        expect(wider, `${path} at ${width}`).toEqual([]);
        for (const button of await page.getByRole("banner").locator("a, button").all()) {
          if (!(await button.isVisible())) continue;
          const box = (await button.boundingBox())!;
          expect(box.x, path).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width, path).toBeLessThanOrEqual(width);
        }
      }
      await page.goto(`${mini}/rewards`);
      const code = page.getByRole("img", { name: "QR code with your member ID" });
      expect((await code.boundingBox())!.width).toBeGreaterThanOrEqual(240);
      await page.getByRole("button", { name: "Show full screen" }).click();
      const full = page.getByRole("dialog").getByRole("img", { name: /QR code/ });
      await expect(full).toBeVisible();
      expect((await full.boundingBox())!.width).toBeGreaterThanOrEqual(0.85 * width);
      await page.keyboard.press("Escape");
      await page.goto(`${mini}/redeem`);
      const last = page.getByRole("link", { name: "History", exact: true });
      await last.scrollIntoViewIfNeeded();
      const box = (await last.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
  });

test("with text of 200 % on the narrowest phone every text of every page is on the screen @long", async ({
  page,
}) => {
  test.slow();
  const member = await memberOnMini(page);
  await (await aTill()).earn(member.user.id, 700);
  await page.addInitScript(() => {
    sessionStorage.setItem("seen announcement", "true");
    addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "200%";
    });
  });
  await page.setViewportSize({ width: 320, height: 844 });
  for (const path of [...memberPages, ...publicPages, "/redeem?tab=my-rewards"])
    await test.step(path, async () => {
      await page.goto(`${mini}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("networkidle");
      await expectTextOnScreen(page);
    });
  // Of what is read at a glance no word is broken either.
  await page.goto(`${mini}/dashboard`);
  await expect(page.getByText("Points earned").first()).toBeVisible();
  await expectWordsWhole(page);
});

test("the points keep to one line @long", async ({ page }) => {
  const member = await memberOnMini(page);
  await (await aTill()).earn(member.user.id, 1340);
  await page.addInitScript(() => {
    const lines = new Set<number>();
    Object.assign(globalThis, { lines });
    const look = () => {
      for (const figure of document.querySelectorAll("main section b"))
        if (/^[\d,]+$/.test(figure.textContent ?? "")) {
          const text = document.createRange();
          text.selectNodeContents(figure);
          lines.add(text.getClientRects().length);
        }
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(`${mini}/dashboard`);
  const lines = () =>
    page.evaluate(() => [...(globalThis as unknown as { lines: Set<number> }).lines]);
  await expect(page.getByRole("region", { name: "Available Points" })).toContainText("1,340");
  expect(await lines()).toEqual([1]);
});
