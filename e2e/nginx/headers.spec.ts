import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { APIRequestContext } from "@playwright/test";

import { expectDashboardOf, memberOnSite } from "../support/pages.ts";
import { api, mini, paths, site } from "../support/servers.ts";
import { memberPages, publicPages } from "../support/routes.ts";
import { expect, test } from "../support/test.ts";

/** Where e2e/support/nginx-server.mjs takes it from. */
const canBrotli = existsSync("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so");

/** SECURITY.md W1, as far as the two hosts go; the API's own headers are in its tests. */
const everywhere = {
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": /geolocation=\(self\), camera=\(\)/,
};

test("every answer of both hosts has its security headers", async ({ request }) => {
  for (const [host, referrer] of [
    [site, "strict-origin"],
    [mini, "no-referrer"],
  ] as const) {
    for (const path of ["/", "/menu", "/dashboard", "/nowhere/at/all", "/config.json"]) {
      await test.step(`${host}${path}`, async () => {
        const headers = (await ask(request, `${host}${path}`)).headers();

        expect(headers).toMatchObject({ "referrer-policy": referrer, "cache-control": "no-store" });
        for (const [name, value] of Object.entries(everywhere))
          expect(headers[name]).toMatch(value);
        const policy = headers["content-security-policy"]!;
        expect(policy).toContain("default-src 'none'");
        expect(policy).toMatch(/script-src 'self' 'sha256-/);
        expect(policy).not.toMatch(/script-src[^;]*unsafe/);
        expect(headers["server"]).toBe("nginx");
      });
    }
  }
});

test("no path of either host allows an inline script without its hash", async ({ request }) => {
  const contract = JSON.parse(
    readFileSync(join(paths.root, "libs/api-client/openapi.json"), "utf8"),
  ) as { paths: Record<string, unknown> };
  const addresses = [
    ...publicPages,
    ...memberPages,
    "/login/AB12CD34",
    "/nowhere",
    "/sw.js",
    "/robots.txt",
    "/api/docs",
    "/api/docs/",
    "/api/docs/index.html",
    "/api/openapi.json",
    // The staff's calls are not answered by these hosts.
    ...Object.keys(contract.paths)
      .filter((path) => !path.startsWith("/api/staff/"))
      .map((path) => path.replaceAll(/\{\w+\}/g, "1")),
  ];

  const lax: string[] = [];
  for (const host of [site, mini]) {
    for (const path of addresses) {
      const policy = (await ask(request, `${host}${path}`)).headers()["content-security-policy"];
      const scripts =
        /script-src[^;]*/.exec(policy ?? "")?.[0] ?? /default-src[^;]*/.exec(policy ?? "")?.[0];
      if (!scripts || /unsafe-(inline|eval)/.test(scripts)) lax.push(`${host}${path}: ${policy}`);
    }
  }

  expect(lax).toEqual([]);
});

test("hashed files are cached for good and compressed", async ({ request }) => {
  for (const host of [site, mini]) {
    const page = await (await ask(request, `${host}/`)).text();
    const script = /"(\/assets\/[^"]+\.js)"/.exec(page)![1]!;

    const headers = (await ask(request, `${host}${script}`)).headers();

    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-encoding"]).toBe("gzip");
    // A file that is no page may do nothing.
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src/);
    expect(headers["content-security-policy"]).not.toContain("sha256-");
  }
});

test("the mini-program's manifest has its content type, and an unknown one is a 404", async ({
  request,
}) => {
  const manifest = await ask(request, `${mini}/krua-bowl.webmanifest`);

  expect(manifest.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
  expect(manifest.headers()["x-content-type-options"]).toBe("nosniff");
  expect(manifest.headers()["cache-control"]).toBe("public, max-age=3600");
  expect((await ask(request, `${mini}/nobodys.webmanifest`)).status()).toBe(404);
});

test("hashed files are sent as brotli where nginx has the module", async ({ request }) => {
  test.skip(!canBrotli, "nginx's brotli module is not installed");
  const page = await (await ask(request, `${site}/`)).text();
  const script = /"(\/assets\/[^"]+\.js)"/.exec(page)![1]!;

  const answer = await ask(request, `${site}${script}`, "gzip, br");

  expect(answer.headers()["content-encoding"]).toBe("br");
  expect(answer.headers()["content-type"]).toMatch(/javascript/);
  expect(answer.headers()["vary"]).toContain("Accept-Encoding");
});

test("a file of the previous release is still served to a tab that is open", async ({
  request,
}) => {
  const before = join(`${paths.folder}-web`, "site/assets/before-0a1b2c3d.js");
  writeFileSync(before, "export {};\n");

  const answer = await ask(request, `${site}/assets/before-0a1b2c3d.js`);

  expect(answer.status()).toBe(200);
  expect(answer.headers()["cache-control"]).toContain("immutable");
  expect((await ask(request, `${site}/assets/never-0a1b2c3d.js`)).status()).toBe(404);
});

test("operators' addresses are not reachable through the public hosts", async ({ request }) => {
  for (const path of ["/metrics", "/healthz", "/readyz"]) {
    expect((await request.get(`${api}${path}`)).status()).toBe(200);
    expect((await ask(request, `${site}${path}`)).status()).toBe(404);
    expect(await (await ask(request, `${mini}${path}`)).text()).toContain("<!doctype html>");
  }
});

/** A member signs in and is handed over; then every log is read. */
test("no log of either host or of the API contains a token", async ({ page, context }) => {
  const secrets = new Set<string>();
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.searchParams.has("token")) secrets.add(url.searchParams.get("token")!);
    const bearer = request.headers().authorization?.replace("Bearer ", "");
    if (bearer) secrets.add(bearer);
  });
  const member = await memberOnSite(page);
  await page.goto(`${site}/dashboard`);
  await expectDashboardOf(page, member.name);

  const logs = [
    join(paths.folder, "api.log"),
    ...["site", "mini"].flatMap((app) =>
      ["access.log", "error.log"].map((log) => join(`${paths.folder}-web`, app, "log", log)),
    ),
  ].map((file) => readFileSync(file, "utf8"));

  expect(secrets.size).toBeGreaterThan(1);
  expect(logs.join("")).toContain('"path":"/dashboard"');
  for (const secret of [...secrets, "token="]) {
    expect(logs.filter((log) => log.includes(secret))).toEqual([]);
  }
});

/** Asks as a browser would; only browsers know that `*.localhost` is this machine. */
function ask(request: APIRequestContext, url: string, encodings = "gzip") {
  const { host, port, pathname } = new URL(url);
  return request.get(`http://127.0.0.1:${port}${pathname}`, {
    headers: { Host: host, "Accept-Encoding": encodings },
    // A redirect is an answer of its own, with headers of its own.
    maxRedirects: 0,
  });
}
