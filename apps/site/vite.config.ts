import { reactRouter } from "@react-router/dev/vite";
import { join } from "node:path";
import { defineConfig } from "vite";

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
  plugins: [
    configFromEnvironment(join(here, "public/config.json")),
    reactRouter(),
    menuPdfs(),
    languagePacks("apps/site", "libs/ui", "libs/content", "libs/shell", "libs/public-pages"),
    previewLikeNginx(),
  ],
  // React has it itself.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
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
