import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { languagePacks } from "./scripts/language-packs.ts";

/** These replace modules, or see what a module keeps from its first use: each has an environment and modules of its own. */
const ISOLATED = [
  "src/account/dialog-host.test.tsx",
  "src/public-pages/join-steps-failed.test.tsx",
  "src/public-pages/slides.test.tsx",
  "src/public-pages/tier-table.test.tsx",
  "src/routes/guards.test.tsx",
  "src/shell/service-worker.test.ts",
  "src/theme/theme.test.tsx",
];

export default defineConfig({
  plugins: [react(), languagePacks()],
  cacheDir: "../../node_modules/.vite/ui",
  test: {
    environment: "jsdom",
    testTimeout: 20_000,
    setupFiles: ["./vitest.setup.ts"],
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
