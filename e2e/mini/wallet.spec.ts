import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { memberOnMini } from "../support/pages.ts";
import { mini, paths, ports, site } from "../support/servers.ts";
import { expect, test } from "../support/test.ts";

/** A certificate authority of our own in Apple's place, and what it issued, as the settings want them. */
function appleSettings(folder: string): Record<string, string> {
  mkdirSync(folder, { recursive: true });
  const openssl = (line: string) =>
    execFileSync("openssl", line.split(" "), { cwd: folder, stdio: "pipe" });
  const type = "pass.com.example.member";
  openssl("req -x509 -newkey rsa:2048 -nodes -keyout root-key.pem -out root.pem -subj /CN=Root");
  openssl(
    `req -newkey rsa:2048 -nodes -keyout key.pem -out pass.csr -subj /UID=${type}/OU=AB12CD34EF`,
  );
  openssl("x509 -req -in pass.csr -CA root.pem -CAkey root-key.pem -CAcreateserial -out pass.pem");
  return {
    LOYALTY_WALLET_APPLE_PASS_TYPE: type,
    LOYALTY_WALLET_APPLE_TEAM: "AB12CD34EF",
    LOYALTY_WALLET_APPLE_CERTIFICATE: join(folder, "pass.pem"),
    LOYALTY_WALLET_APPLE_KEY: join(folder, "key.pem"),
    LOYALTY_WALLET_APPLE_ISSUER: join(folder, "root.pem"),
  };
}

let withWallet: ChildProcess | undefined;

/** A second node of the API, on the same database, which has the certificates; gives its address. */
async function nodeWithWallet(): Promise<string> {
  const port = String(ports.wallet);
  const settings = appleSettings(join(paths.folder, "wallet"));
  withWallet = spawn(".venv/bin/flask", ["--app", "loyalty", "run", "--port", port], {
    cwd: paths.root,
    env: {
      ...process.env,
      ...settings,
      LOYALTY_DATABASE_URL: `sqlite:///${paths.database}`,
      LOYALTY_SECRET_KEYS: "only-for-this-run-of-the-browser-tests",
      LOYALTY_MESSAGE_FILE: paths.messages,
      LOYALTY_RATE_LIMITS: "off",
      LOYALTY_TRUSTED_PROXIES: "1",
      LOYALTY_WORKER: "off",
      LOYALTY_SITE_ORIGIN: site,
      LOYALTY_MINI_ORIGIN: mini,
    },
    stdio: "ignore",
  });
  const address = `http://127.0.0.1:${port}`;
  await expect(async () =>
    expect((await fetch(`${address}/api/wallet`)).status).toBe(200),
  ).toPass();
  return address;
}

test.afterEach(async () => {
  if (!withWallet) return;
  withWallet.kill("SIGTERM");
  await once(withWallet, "exit");
  withWallet = undefined;
});

test("without certificates on the server no button shows @long", async ({ page }) => {
  await memberOnMini(page);
  const asked = page.waitForResponse(`${mini}/api/wallet`);
  await page.goto(`${mini}/rewards`);

  expect(await (await asked).json()).toEqual({ walletList: [] });
  await expect(page.getByRole("img", { name: "QR code with your member ID" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Wallet" })).toHaveCount(0);
});

test("with them the card downloads as a pass @long", async ({ page, context }, info) => {
  const node = await nodeWithWallet();
  await context.route(/\/api\/(wallet|member\/\d+\/walletPass)/, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: node + pathname }) });
  });
  await memberOnMini(page);
  await page.goto(`${mini}/rewards`);

  const answered = page.waitForResponse(/\/api\/wallet\/pass\//);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Add to Apple Wallet" }).click();
  expect((await answered).headers()["content-type"]).toBe("application/vnd.apple.pkpass");
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("pass.pkpass");
  const file = info.outputPath("pass.pkpass");
  await download.saveAs(file);
  const shown = execFileSync("python3", [
    "-c",
    "import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read('pass.json').decode())",
    file,
  ]);
  const { barcodes } = JSON.parse(shown.toString()) as { barcodes: { message: string }[] };
  await expect(page.getByText(barcodes[0]!.message).first()).toBeVisible();
  // The page stays where it was.
  await expect(page).toHaveURL(`${mini}/rewards`);
});
