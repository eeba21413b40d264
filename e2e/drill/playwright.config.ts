import { defineConfig } from "@playwright/test";

import everyday from "../playwright.config.ts";

export default defineConfig({
  ...everyday,
  testDir: ".",
  testIgnore: [],
  outputDir: "../../node_modules/.cache/playwright-drill",
  workers: 1,
  timeout: 1_200_000,
  webServer: [],
  projects: [{ name: "drill", use: { viewport: { width: 1280, height: 800 } } }],
});
