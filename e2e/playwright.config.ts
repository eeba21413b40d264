import { defineConfig } from "@playwright/test";
import { systemChromium } from "../scripts/house/chromium.mjs";
import { api, mini, places, ports, site } from "./support/places.ts";

const vite = "node node_modules/vite/bin/vite.js";
const flask = ".venv/bin/flask --app loyalty";

/** The builds to try, from each app's folder. */
const builds = {
  site: process.env.LOYALTY_E2E_SITE_BUILD ?? "build/client",
  mini: process.env.LOYALTY_E2E_MINI_BUILD ?? "dist",
};

const origins = {
  LOYALTY_API_URL: api,
  LOYALTY_SITE_ORIGIN: site,
  LOYALTY_MINI_ORIGIN: mini,
};

export default defineConfig({
  testDir: ".",
  // The pictures of the README are taken on purpose only.
  testIgnore: process.env.LOYALTY_PICTURES ? [] : ["pictures/**"],
  outputDir: "../node_modules/.cache/playwright",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    baseURL: site,
    locale: "en-MY",
    timezoneId: "Asia/Kuala_Lumpur",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: systemChromium(),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
  webServer: [
    {
      name: "api",
      cwd: places.root,
      command: `rm -rf ${places.folder} && mkdir -p ${places.folder} && ${flask} db upgrade && ${flask} seed --demo && exec ${flask} run --port ${ports.api} > ${places.folder}/api.log 2>&1`,
      url: `${api}/api/callingCode`,
      env: {
        LOYALTY_DATABASE_URL: `sqlite:///${places.database}`,
        LOYALTY_SECRET_KEY: "only-for-this-run-of-the-browser-tests",
        LOYALTY_MESSAGE_CHANNEL: "file",
        LOYALTY_MESSAGE_FILE: places.messages,
        LOYALTY_RATE_LIMITS: "off",
        // The tests stand in for the proxy, so that each person comes from an address of their own.
        LOYALTY_TRUSTED_PROXIES: "1",
        ...origins,
      },
      gracefulShutdown: { signal: "SIGTERM", timeout: 3000 },
      reuseExistingServer: false,
      timeout: 180_000,
    },
    {
      name: "site",
      cwd: places.root,
      command: `exec ${vite} preview apps/site --outDir ${builds.site} --port ${ports.site}`,
      url: `http://localhost:${ports.site}/config.json`,
      env: origins,
      gracefulShutdown: { signal: "SIGTERM", timeout: 2000 },
      reuseExistingServer: false,
      timeout: 180_000,
    },
    {
      name: "mini",
      cwd: places.root,
      command: `exec ${vite} preview apps/mini --outDir ${builds.mini} --port ${ports.mini}`,
      url: `http://localhost:${ports.mini}/config.json`,
      env: origins,
      gracefulShutdown: { signal: "SIGTERM", timeout: 2000 },
      reuseExistingServer: false,
      timeout: 180_000,
    },
    {
      name: "stranger",
      cwd: places.root,
      command: `exec node e2e/support/stranger.mjs ${ports.stranger}`,
      url: `http://localhost:${ports.stranger}/`,
      reuseExistingServer: false,
      timeout: 180_000,
    },
  ],
});
