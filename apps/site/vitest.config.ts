import { join } from "node:path";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

import { languagePacks } from "../../libs/ui/scripts/language-packs.ts";

// Not vite.config.ts: the plugin of React Router framework mode must not run under Vitest.
// Tests take `RouterProvider` from "react-router" (not "/dom"), or there are two copies of the router.
export default defineConfig({
  plugins: [react(), languagePacks(join(import.meta.dirname, "src/texts"))],
  cacheDir: "../../node_modules/.vite/site-test",
  test: {
    environment: "jsdom",
    include: ["{src,build-steps}/**/*.test.{ts,tsx}"],
    setupFiles: ["./vitest.setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
