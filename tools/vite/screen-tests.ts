import react from "@vitejs/plugin-react";
import { basename, join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";

import { languagePacks } from "./language-packs.ts";

interface ScreenTests {
  /** The folder of the project in the repository: `libs/ui`. */
  project: string;
  texts?: string[];
  /** Which files have tests; those below `src` unless it says otherwise. */
  include?: string;
  /**
   * The files that replace or reload modules, or see what a module keeps from its first use: each has an environment
   * and modules of its own.
   */
  isolated?: string[];
}

export function screenTests({
  project,
  texts = [],
  include = "src/**/*.test.{ts,tsx}",
  isolated = [],
}: ScreenTests): ViteUserConfig {
  return defineConfig({
    plugins: [react(), languagePacks(project, ...texts)],
    cacheDir: join(import.meta.dirname, "../../node_modules/.vite", `${basename(project)}-test`),
    test: {
      environment: "jsdom",
      setupFiles: [join(import.meta.dirname, "screen-tests.setup.ts")],
      // The machine may be busy.
      testTimeout: 20_000,
      css: { modules: { classNameStrategy: "non-scoped" } },
      unstubGlobals: true,
      // One environment and one set of modules for all other files: most of the time was spent on making them again.
      projects: [
        {
          extends: true,
          test: { name: "shared", isolate: false, include: [include], exclude: isolated },
        },
        { extends: true, test: { name: "isolated", include: isolated } },
      ],
    },
  });
}
