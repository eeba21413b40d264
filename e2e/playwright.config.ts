import { defineConfig } from "@playwright/test";
import { headlessChromium } from "../scripts/lib/chromium.mjs";
import { api, host, hosts, mini, paths, ports, site, staff } from "./support/servers.ts";

const vite = "node node_modules/vite/bin/vite.js";
const flask = ".venv/bin/flask --app loyalty";

// As production does: the packages behind nginx, two nodes of gunicorn. Otherwise vite's preview and one API.
const asInProduction = process.env.LOYALTY_E2E_SERVERS === "production";

/** The builds to try, from each app's folder. */
const builds = {
  site: process.env.LOYALTY_E2E_SITE_BUILD ?? "build/client",
  mini: process.env.LOYALTY_E2E_MINI_BUILD ?? "dist",
  staff: process.env.LOYALTY_E2E_STAFF_BUILD ?? "dist",
};

const origins = {
  LOYALTY_API_URL: api,
  LOYALTY_SITE_ORIGIN: site,
  LOYALTY_MINI_ORIGIN: mini,
  LOYALTY_STAFF_ORIGIN: staff,
};

const ignored = [
  // It has servers of its own.
  "drill/**",
  // The pictures of the documentation are taken on purpose only.
  ...(process.env.LOYALTY_PICTURES ? [] : ["pictures/**"]),
  ...(asInProduction ? [] : ["nginx/**"]),
];

const gunicorn = `.venv/bin/gunicorn -c python:loyalty.serving --workers 1 'loyalty:create_app()'`;

function webServer(app: "site" | "mini" | "staff") {
  return asInProduction
    ? `exec node e2e/support/nginx-server.mjs ${app} ${ports[app]} ${paths.folder}-web ${ports.api} ${ports.api + 1}`
    : `exec ${vite} preview apps/${app} --outDir ${builds[app]} --port ${ports[app]}`;
}

/** The second node takes its turn behind nginx; the tests themselves ask the first. */
function apiServer() {
  if (!asInProduction) return `exec ${flask} run --port ${ports.api}`;
  const node = (number: number, port: number) =>
    `${gunicorn} --bind 127.0.0.1:${port} --pid ${paths.folder}/api-${number}.pid`;
  return `trap 'kill 0' TERM; { ${node(1, ports.api)} & ${node(2, ports.api + 1)} & wait; }`;
}

export default defineConfig({
  testDir: ".",
  testIgnore: ignored,
  outputDir: "../node_modules/.cache/playwright",
  fullyParallel: true,
  workers: 2,
  // A test that passes only the second time is named as flaky at the end of the run.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["junit", { outputFile: "../var/reports/e2e.xml" }]],
  use: {
    baseURL: site,
    locale: "en-MY",
    timezoneId: "Asia/Kuala_Lumpur",
    // Recording a trace costs a third of the time: `--trace on` records those of the tests that one looks into.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: headlessChromium(),
      args: [
        "--no-sandbox",
        // Without a GPU Chromium would emulate one, which takes 7 % more of the processor.
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      use: { viewport: { width: 1280, height: 800 } },
      grepInvert: /@phone-only/,
    },
    {
      // Only what depends on the width of the window (`@phone` in its title) or on touch (`@phone-only`).
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      grep: process.env.LOYALTY_PICTURES ? undefined : /@phone/,
    },
  ],
  webServer: [
    {
      name: "api",
      cwd: paths.root,
      command: `rm -rf ${paths.folder} && mkdir -p ${paths.folder} && ${flask} db upgrade && ${flask} seed && ${flask} demo members && { ${apiServer()}; } > ${paths.folder}/api.log 2>&1`,
      url: `${api}/api/callingCode`,
      env: {
        LOYALTY_DATABASE_URL: `sqlite:///${paths.database}`,
        LOYALTY_SECRET_KEYS: "only-for-this-run-of-the-browser-tests",
        LOYALTY_MESSAGE_CHANNEL: "file",
        LOYALTY_MESSAGE_FILE: paths.messages,
        LOYALTY_SMTP_URL: `smtp://127.0.0.1:${ports.mail}`,
        LOYALTY_PUSH_SERVICES: `127.0.0.1:${ports.push}`,
        LOYALTY_HOSTS: JSON.stringify(hosts),
        LOYALTY_WEBHOOK_PRIVATE: `127.0.0.1:${ports.webhook}`,
        LOYALTY_RATE_LIMITS: "off",
        // The tests play the proxy, so that each person comes from an address of their own.
        LOYALTY_TRUSTED_PROXIES: "1",
        ...origins,
      },
      gracefulShutdown: { signal: "SIGTERM", timeout: 3000 },
      reuseExistingServer: false,
      timeout: 180_000,
    },
    {
      name: "site",
      cwd: paths.root,
      command: webServer("site"),
      url: `http://localhost:${ports.site}/config.json`,
      env: origins,
      gracefulShutdown: { signal: "SIGTERM", timeout: 2000 },
      reuseExistingServer: false,
      timeout: 180_000,
    },
    {
      name: "mini",
      cwd: paths.root,
      command: webServer("mini"),
      url: `http://localhost:${ports.mini}/config.json`,
      env: origins,
      gracefulShutdown: { signal: "SIGTERM", timeout: 2000 },
      reuseExistingServer: false,
      timeout: 180_000,
    },
    {
      name: "staff",
      cwd: paths.root,
      command: webServer("staff"),
      url: `http://localhost:${ports.staff}/config.json`,
      env: origins,
      gracefulShutdown: { signal: "SIGTERM", timeout: 2000 },
      reuseExistingServer: false,
      timeout: 180_000,
    },
    {
      name: "host",
      cwd: paths.root,
      command: `exec .venv/bin/python -m support.host_server ${ports.host}`,
      env: { PYTHONPATH: "apps/api/tests" },
      url: `${host}/keys`,
      reuseExistingServer: false,
      timeout: 180_000,
    },
    {
      name: "other-site",
      cwd: paths.root,
      command: `exec node e2e/support/other-site.mjs ${ports.otherSite}`,
      url: `http://localhost:${ports.otherSite}/`,
      reuseExistingServer: false,
      timeout: 180_000,
    },
  ],
});
