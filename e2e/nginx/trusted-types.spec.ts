// Without our own test's watch on the policy: that it refuses is what is tested here.
import { expect, test } from "@playwright/test";

import { mini, site } from "../support/servers.ts";

/** SECURITY.md W4: what an injected script or a careless line could hand to the page as markup or as a script. */

test("neither host takes strings for markup or scripts", async ({ page }) => {
  for (const host of [site, mini]) {
    await test.step(host, async () => {
      await page.goto(`${host}/menu`);
      // Our own policies are made when the scripts have come.
      await page.waitForFunction(
        () => (window as unknown as Trusting).trustedTypes.defaultPolicy !== null,
      );

      const came = await page.evaluate(() => {
        const place = document.createElement("div");
        const tried = (work: () => void) => {
          try {
            work();
            return "taken";
          } catch (error) {
            return (error as Error).name;
          }
        };
        return {
          markup: tried(() => (place.innerHTML = '<img src="x">')),
          inserted: tried(() => place.insertAdjacentHTML("beforeend", "<b>x</b>")),
          written: tried(() => document.write("<b>x</b>")),
          read: tried(() => new DOMParser().parseFromString("<b>x</b>", "text/html")),
          script: tried(() => (document.createElement("script").src = "/assets/x.js")),
          code: tried(() => (document.createElement("script").text = "x()")),
          another: tried(() =>
            (window as unknown as Trusting).trustedTypes.createPolicy("theirs", {}),
          ),
          words: tried(() => (place.innerHTML = "Ben & Jerry")),
          shown: place.textContent,
        };
      });

      expect(came).toEqual({
        markup: "TypeError",
        inserted: "TypeError",
        written: "TypeError",
        read: "TypeError",
        script: "TypeError",
        code: "TypeError",
        another: "TypeError",
        words: "taken",
        shown: "Ben & Jerry",
      });
    });
  }
});

interface Trusting {
  trustedTypes: {
    defaultPolicy: object | null;
    createPolicy(name: string, rules: object): unknown;
  };
}
