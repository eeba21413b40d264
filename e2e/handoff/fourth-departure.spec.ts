import { memberOnSite } from "../support/pages.ts";
import { mini, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

// Three redirects within a minute look like a loop: the fourth is left to the member.
for (const path of ["/", "/login", "/login/K3Y4NPW9"])
  test(`a member who left three times within a minute is led from ${path} to the dashboard @long`, async ({
    page,
  }) => {
    await memberOnSite(page);
    await page.evaluate(() => {
      const now = Date.now();
      sessionStorage.setItem("handoffDepartures", JSON.stringify([now, now, now]));
    });
    await page.goto(`${site}${path}`);
    await expect(page).toHaveURL(`${site}/dashboard`);
    await page.getByRole("button", { name: "Open the members' app" }).click();
    await expect(page).toHaveURL(`${mini}/dashboard`);
  });
