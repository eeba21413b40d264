import { reactRouter } from "@react-router/dev/vite";
import { join } from "node:path";
import { defineConfig } from "vite";

import outlets from "../../libs/content/src/snapshot/outlets.json" with { type: "json" };
import { menuPdfs } from "../../libs/content/menu-pdf/menu-pdfs.ts";
import { codeSplitting } from "../../tools/vite/code-splitting.ts";
import { configFromEnvironment } from "../../tools/vite/config-from-environment.ts";
import { languagePacks } from "../../tools/vite/language-packs.ts";
import { previewLikeNginx } from "./build-steps/preview-like-nginx.ts";

const here = import.meta.dirname;
const api = process.env.LOYALTY_API_URL ?? "http://127.0.0.1:5000";
const proxy = { "/api": api, "/.well-known/webauthn": api };
const port = Number(process.env.LOYALTY_SITE_PORT ?? 4200);

export default defineConfig({
  // In the description of every page, which needs nothing else of the outlets.
  define: { "import.meta.env.VITE_OUTLETS": outlets.outlets.length },
  plugins: [
    configFromEnvironment(join(here, "public/config.json")),
    reactRouter(),
    menuPdfs(),
    languagePacks("apps/site", "libs/ui", "libs/content", "libs/shell", "libs/public-pages"),
    previewLikeNginx(),
  ],
  // React has it itself.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  // `button-module_primary`: a hash and a line for each class would weigh a kB on every page.
  css: { modules: { generateScopedName: "[name]_[local]" } },
  cacheDir: "../../node_modules/.vite/site",
  // Found before the first visit, not by it: a dependency met late makes the development server reload the page.
  optimizeDeps: { entries: ["src/**/*.{ts,tsx}", "!src/**/*.test.{ts,tsx}"] },
  build: {
    license: true,
    // One style sheet for all pages: a page of its own would save a few kB and cost requests.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: codeSplitting([
          join(here, "src/entry.client.tsx"),
          join(here, "src/root.tsx"),
        ]),
      },
    },
  },
  server: { port, strictPort: true, proxy },
  preview: { port, strictPort: true, proxy },
});
