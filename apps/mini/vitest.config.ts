import { join } from "node:path";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { languagePacks } from "../../libs/ui/scripts/language-packs.ts";

/** These load modules anew: each has an environment and modules of its own. */
const ISOLATED = ["src/app/service-worker.test.ts", "src/config.test.ts"];

export default defineConfig({
  plugins: [react(), languagePacks(join(import.meta.dirname, "src/texts"))],
  cacheDir: "../../node_modules/.vite/mini-test",
  test: {
    environment: "jsdom",
    setupFiles: ["./vitest.setup.ts"],
    // The voucher page asks the till every four seconds, and the machine may be busy.
    testTimeout: 15_000,
    css: { modules: { classNameStrategy: "non-scoped" } },
    unstubGlobals: true,
    // One environment and one set of modules for all other files: most of the time was spent on making them anew.
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: ISOLATED,
        },
      },
      { extends: true, test: { name: "isolated", include: ISOLATED } },
    ],
  },
});
