import { join } from "node:path";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { languagePacks } from "../../libs/ui/scripts/language-packs.ts";

export default defineConfig({
  plugins: [react(), languagePacks(join(import.meta.dirname, "src/texts"))],
  cacheDir: "../../node_modules/.vite/staff-test",
  test: {
    environment: "jsdom",
    // One environment and one set of modules for all files: most of the time was spent on making them anew.
    isolate: false,
    unstubGlobals: true,
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./vitest.setup.ts"],
    testTimeout: 15_000,
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
