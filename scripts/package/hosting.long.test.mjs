/** The packages of site and mini-program on a web server that is not nginx; the API behind it, or on a host of its own. */

import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, request as ask } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";

import { headlessChromium, haveChromium } from "../lib/chromium.mjs";
import { root, run, Servers } from "../lib/processes.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** The folder of an app's package, or undefined where nothing is packed. */
function packed(app) {
  const packages = join(root, "apps", app, "package");
  const name = existsSync(packages) && readdirSync(packages).find((one) => !one.endsWith(".gz"));
  return name ? join(packages, name) : undefined;
}

/** A web server that knows files, and of the app what hosting.json says. `api` is the port that paths of it go to. */
function webServer(folder, api) {
  const hosting = () => JSON.parse(readFileSync(join(folder, "hosting.json"), "utf8"));
  const first = (rules, path) => rules.find(({ pattern }) => new RegExp(pattern).test(path));
  return createServer((request, response) => {
    const { headers, contentSecurityPolicy, cacheControl, index, fallbacks, notFound, proxy } =
      hosting();
    const { pathname } = new URL(request.url, "http://localhost");
    if (api.port && proxy.some((pattern) => new RegExp(pattern).test(pathname)))
      return pass(request, response, api.port);
    const isFile = (path) =>
      path && statSync(join(folder, "html", path), { throwIfNoEntry: false })?.isFile();
    const found = [pathname, join(pathname, index), first(fallbacks, pathname)?.file].find(isFile);
    const file = found ?? notFound;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader("Content-Security-Policy", first(contentSecurityPolicy, pathname).value);
    response.setHeader("Cache-Control", first(cacheControl, pathname)?.value ?? "no-store");
    response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
    response.statusCode = found ? 200 : 404;
    response.end(readFileSync(join(folder, "html", file)));
  });
}

/** Passes a request on, with the client's address, and the answer back. */
function pass(request, response, port) {
  const headers = { ...request.headers, "x-forwarded-for": request.socket.remoteAddress };
  const { method, url: path } = request;
  const passed = ask({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  // As when the API ends while the page still asks: the browser sees the connection closed.
  passed.on("error", () => response.destroy());
  request.pipe(passed);
}

/** @returns {Promise<number>} the port a server listens at */
const listening = (server) =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));

/** The port of an API on a database of the demo, whose pages have these origins. */
async function startApi(servers, folder, site, mini, settings) {
  const env = {
    LOYALTY_DATABASE_URL: `sqlite:///${folder}/loyalty.db`,
    LOYALTY_MESSAGE_FILE: `${folder}/messages.jsonl`,
    LOYALTY_SITE_ORIGIN: site,
    LOYALTY_MINI_ORIGIN: mini,
    ...settings,
  };
  const flask = (...words) => [`${root}.venv/bin/flask`, "--app", "loyalty", ...words];
  for (const command of [flask("db", "upgrade"), flask("seed"), flask("demo", "members")]) {
    const { code, output } = await run(command, { env });
    assert.equal(code, 0, output);
  }
  return new Promise((resolve, reject) => {
    const onLine = (line) =>
      /Running on http:\/\/127\.0\.0\.1:\d+/.test(line) && resolve(line.match(/:(\d+)/)[1]);
    servers.start("api", flask("run", "--port", "0"), { env, onLine, onEnd: reject });
  });
}

/** The one-time code that was sent, once it has left. */
async function sentCode(file) {
  for (;;) {
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
    const code = lines.map((line) => JSON.parse(line).code).findLast(Boolean);
    if (code) return code;
    await setTimeout(50);
  }
}

for (const [how, isRouted] of [
  ["pages and API have hosts of their own", false],
  ["the web server of the pages routes /api", true],
])
  test(`a member signs in where ${how}`, { timeout: 180_000 }, async (t) => {
    const packages = { site: packed("site"), mini: packed("mini") };
    if (!packages.site || !packages.mini)
      return t.skip("nothing is packed: npx nx run-many -t package");
    if (!(await haveChromium())) return t.skip("there is no Chromium");
    const { chromium } = await import("@playwright/test");
    const place = mkdtempSync(join(tmpdir(), "hosting-"));
    const servers = new Servers();
    const webServers = {};
    const routed = { port: undefined };
    const ports = {};
    for (const app of ["site", "mini"]) {
      webServers[app] = webServer(join(place, app), routed);
      ports[app] = await listening(webServers[app]);
    }
    const [site, mini] = [
      `http://www.localhost:${ports.site}`,
      `http://app.localhost:${ports.mini}`,
    ];
    const browser = await chromium.launch({ executablePath: headlessChromium() });
    try {
      const settings = isRouted ? { LOYALTY_TRUSTED_PROXIES: "1" } : { LOYALTY_CORS: "on" };
      const port = await startApi(servers, place, site, mini, settings);
      if (isRouted) routed.port = port;
      const config = {
        productionHost: new URL(site).host,
        miniOrigin: mini,
        apiBase: isRouted ? "/api" : `http://api.localhost:${port}/api`,
        tileUrl: "",
        handoff: "ticket",
      };
      writeFileSync(join(place, "config.json"), JSON.stringify(config));
      for (const app of ["site", "mini"]) {
        const command = [
          "sh",
          join(packages[app], "release.sh"),
          "static",
          join(place, app),
          join(place, "config.json"),
        ];
        const { code, output } = await run(command);
        assert.equal(code, 0, output);
      }

      const page = await browser.newPage();
      const problems = [];
      page.on("console", (line) => line.type() === "error" && problems.push(line.text()));
      const missing = await page.goto(`${site}/nowhere`);
      assert.equal(missing.status(), 404);
      problems.length = 0; // the browser reports the 404 itself
      await page.goto(`${site}/login`);
      assert.equal(
        await page.locator("link[rel=canonical]").first().getAttribute("href"),
        `${site}/`,
      );
      const dialog = page.getByRole("dialog", { name: "Sign In" });
      await dialog.getByLabel("Mobile number").fill("123456789");
      await dialog.getByRole("button", { name: "Continue" }).click();
      const digits = dialog.getByRole("textbox", { name: /6-digit/ });
      await digits.waitFor();
      await digits.focus();
      await page.keyboard.type(await sentCode(join(place, "messages.jsonl")));
      await page.waitForURL(`${mini}/dashboard`);
      await page
        .getByText(/Aisyah/)
        .first()
        .waitFor();
      await page.goto(`${mini}/activity`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.deepEqual(problems, []);
    } finally {
      await browser.close();
      await servers.end();
      for (const server of Object.values(webServers)) server.close();
      rmSync(place, { recursive: true });
    }
  });
