import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { languagePacks } from "./scripts/language-packs.ts";

export default defineConfig({
  plugins: [react(), languagePacks()],
  cacheDir: "../../node_modules/.vite/ui",
  test: {
    environment: "jsdom",
    testTimeout: 20_000,
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./vitest.setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
