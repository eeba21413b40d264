import type { Browser, Page } from "@playwright/test";

import { flask } from "../support/database.ts";
import { dishOf, expectPrice, withTheMenu } from "../support/menu.ts";
import { site, staff } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** What head office publishes is on the site without a build: the same servers and files, only the API's data change. */

async function headOffice(browser: Browser): Promise<Page> {
  const added = await flask(
    "people",
    "add",
    "--name",
    "Mei Ling",
    "--role",
    "head-office",
    "--reason",
    "edits content",
  );
  const token = /#([\w.-]+)/.exec(added)![1]!;
  const page = await (await browser.newContext()).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(staff);
  const status = await page.evaluate(async (invitation) => {
    const post = (path: string, body: object) =>
      fetch(`/api/staff${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const options = await (await post("/invitation/options", { token: invitation })).json();
    const credential = (await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey),
    })) as PublicKeyCredential;
    return (await post("/invitation", { token: invitation, credential: credential.toJSON() }))
      .status;
  }, token);
  expect(status).toBe(201);
  return page;
}

interface MenuDocument {
  dishes: { id: string; price: string }[];
}

async function setPrice(page: Page, dish: string, price: string): Promise<void> {
  const status = await page.evaluate(
    async ([id, amount]) => {
      const send = async (method: string, path: string, body?: object) => {
        const answer = await fetch(`/api/staff/content/menu${path}`, {
          method,
          ...(body && {
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
          }),
        });
        return { status: answer.status, body: await answer.json() };
      };
      const { body: edited } = await send("GET", "");
      const document = edited.published.document as MenuDocument;
      for (const each of document.dishes) if (each.id === id) each.price = amount!;
      const saved = await send("PUT", "", { revision: edited.revision, document });
      const { revision } = saved.body;
      return (await send("POST", "/publish", { revision, reason: "the price of a new season" }))
        .status;
    },
    [dish, price],
  );
  expect(status).toBe(200);
}

test("a price that head office publishes is on the site's menu without a build @long", async ({
  page,
  browser,
}) => {
  await withTheMenu(async () => {
    const office = await headOffice(browser);
    await expectPrice(page, "Green Papaya Salad", "14.90");

    await setPrice(office, "papayaSalad", "17.70");
    try {
      // The prerendered HTML is the build's; the page asks for what is newer.
      await expectPrice(page, "Green Papaya Salad", "17.70");
      expect(await page.evaluate(async () => (await fetch("/menu/")).text())).toContain("14.90");

      // Without the API the price that this browser has seen stays; another browser shows that of the build.
      await page.route("**/api/content?*", (route) => route.abort());
      await page.goto(`${site}/menu`);
      await expect(dishOf(page, "Green Papaya Salad")).toContainText("17.70");
      const other = await (await browser.newContext()).newPage();
      await other.route("**/api/content?*", (route) => route.abort());
      await other.goto(`${site}/menu`);
      await expect(dishOf(other, "Green Papaya Salad")).toContainText("14.90");
    } finally {
      await setPrice(office, "papayaSalad", "14.90");
    }
  });
});
