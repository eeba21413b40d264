import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  cacheDir: "../../node_modules/.vite/api-client-test",
  test: {
    environment: "jsdom",
    // One environment and one set of modules for all files; each test ends its session and empties the storage.
    isolate: false,
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["./vitest.setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
