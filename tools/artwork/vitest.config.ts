import { defineConfig } from "vitest/config";

export default defineConfig({
  cacheDir: "../../node_modules/.vite/artwork-test",
  // A browser draws forty pictures, and the machine may be busy.
  test: { include: ["*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 },
});
