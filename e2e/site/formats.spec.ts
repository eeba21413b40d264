import { site } from "../support/servers.ts";
import { publicPages } from "../support/routes.ts";
import { expect, test } from "../support/test.ts";

/**
 * The first format or collation that a browser makes loads its tables in one long task (`formats/spell.ts`), so a first
 * visit, which is in English, has none made. Plurals cost nothing.
 */
const DEAR = [
  "Collator",
  "DateTimeFormat",
  "DisplayNames",
  "ListFormat",
  "NumberFormat",
  "RelativeTimeFormat",
  "Segmenter",
] as const;

for (const path of publicPages) {
  test(`${path} has no format made by the browser on a first visit`, async ({ page }) => {
    await page.addInitScript((dear) => {
      const made: string[] = [];
      Object.assign(window, { formatsMade: made });
      const tell = (what: string, call: () => unknown) => {
        made.push(what);
        return call();
      };
      for (const name of dear) {
        Object.defineProperty(Intl, name, {
          value: new Proxy(Intl[name] as new (...given: unknown[]) => object, {
            apply: (...called) => tell(name, () => Reflect.apply(...called)),
            construct: (...called) => tell(name, () => Reflect.construct(...called)) as object,
          }),
        });
      }
      for (const { prototype } of [String, Number, Date]) {
        for (const name of Object.getOwnPropertyNames(prototype)) {
          if (!/^localeCompare$|^toLocale(Date|Time)?String$/.test(name)) continue;
          const own = Reflect.get(prototype, name) as () => unknown;
          const told = function (this: unknown, ...given: []) {
            return tell(name, () => own.apply(this, given));
          };
          Object.defineProperty(prototype, name, { value: told });
        }
      }
    }, DEAR);
    await page.goto(site + path);
    await page.waitForLoadState("networkidle");
    if (path === "/") {
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
    }
    // Alive: another brand is shown at once.
    await page.getByRole("banner").getByRole("button", { name: "Thong Cha" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-brand", "thong-cha");
    expect(await page.evaluate(() => Reflect.get(window, "formatsMade"))).toEqual([]);
  });
}
