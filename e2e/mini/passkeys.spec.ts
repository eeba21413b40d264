import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { headlessChromium } from "../../scripts/lib/chromium.mjs";
import { signedInOnMini } from "../support/pages.ts";
import { anAuthenticator } from "../support/passkeys.ts";
import { registered } from "../support/people.ts";
import { api, mini, ports, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/*
 * Passkeys are made for the site's host. A browser on the mini-program's host asks https://<site>/.well-known/webauthn
 * whether it may use them; for these tests that address is a server of our own, which forwards to the API.
 */
const { hostname } = new URL(site);
// Nothing else of a run listens there: the mail server of other specs has its own port.
const port = ports.staff + 1;
let wellKnown: Server;

test.use({
  launchOptions: {
    executablePath: headlessChromium(),
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--ignore-certificate-errors",
      `--host-resolver-rules=MAP ${hostname}:443 127.0.0.1:${port}`,
    ],
  },
});
test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "passkeys-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"];
  execFileSync("openssl", [...request, "-subj", `/CN=${hostname}`, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const certified = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  wellKnown = createServer(certified, async (asked, answer) => {
    const response = await fetch(`${api}${asked.url}`);
    answer.writeHead(response.status, {
      "Content-Type": response.headers.get("Content-Type") ?? "",
    });
    answer.end(await response.text());
  });
  await new Promise<void>((listening) => wellKnown.listen(port, "127.0.0.1", listening));
});
test.afterAll(() => new Promise((closed) => wellKnown.close(closed)));

async function signIn(page: Page, host: string) {
  await page.goto(`${host}/login`);
  await page.getByRole("button", { name: "Use a passkey" }).click();
}

test("a passkey that was added in the settings signs in on the mini-program and on the site", async ({
  page,
}) => {
  const member = await registered();
  await anAuthenticator(page);
  await signedInOnMini(page, member);
  await page.goto(`${mini}/settings/devices`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Your passkey was added.")).toBeVisible();
  await expect(page.getByText("Not used yet")).toBeVisible();

  await page.goto(`${mini}/profile`);
  await page.getByRole("main").getByRole("button", { name: "Sign Out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign Out" }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  await signIn(page, mini);
  await expect(page).toHaveURL(`${mini}/dashboard`);

  await page.evaluate(() => localStorage.clear());
  await signIn(page, site);
  await expect(page).toHaveURL(`${mini}/dashboard`);
  await page.goto(`${mini}/settings/devices`);
  await expect(page.getByText(/^Last used/)).toBeVisible();
});

test("a copy of a passkey whose counter has fallen behind is refused, and so is one that was removed @long", async ({
  page,
}) => {
  const member = await registered();
  const { cdp, authenticatorId } = await anAuthenticator(page);
  await signedInOnMini(page, member);
  await page.goto(`${mini}/settings/devices`);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Your passkey was added.")).toBeVisible();
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  const copy = { ...credentials[0]!, signCount: 0 };
  await page.evaluate(() => localStorage.clear());
  await signIn(page, mini);
  await expect(page).toHaveURL(`${mini}/dashboard`);

  await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
  await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: copy });
  const token = await page.evaluate(() => localStorage.getItem("authToken"));
  await page.evaluate(() => localStorage.clear());
  await signIn(page, mini);
  await expect(page.getByRole("alert")).toContainText("This passkey could not be verified.");

  const path = `${api}/api/member/${member.user.id}/passkey`;
  const headers = { Authorization: `Bearer ${token}` };
  const list = (await (await page.request.get(path, { headers })).json()) as {
    passkeyList: { id: number }[];
  };
  const removed = await page.request.delete(`${path}/${list.passkeyList[0]!.id}`, { headers });
  expect(removed.status()).toBe(204);
  await signIn(page, mini);
  await expect(page.getByRole("alert")).toContainText("We do not recognise this passkey.");
});
