import react from "@vitejs/plugin-react";
import { join } from "node:path";
import { defineConfig } from "vite";

import { menuPdfs } from "../../libs/content/menu-pdf/menu-pdfs.ts";
import { codeSplitting } from "../../tools/vite/code-splitting.ts";
import { configFromEnvironment } from "../../tools/vite/config-from-environment.ts";
import { languagePacks } from "../../tools/vite/language-packs.ts";
import { serviceWorker } from "../../tools/vite/service-worker.ts";
import { bootScripts } from "./build-steps/boot-scripts.ts";
import { manifests } from "./build-steps/manifests.ts";
import { offlineVersion } from "./build-steps/offline-version.ts";

const here = import.meta.dirname;
const api = process.env.LOYALTY_API_URL ?? "http://127.0.0.1:5000";
const proxy = { "/api": api, "/.well-known/webauthn": api };
const port = Number(process.env.LOYALTY_MINI_PORT ?? 4300);

export default defineConfig({
  define: { "import.meta.env.VITE_CLIENT_VERSION": JSON.stringify(offlineVersion()) },
  plugins: [
    bootScripts(join(here, "src/boot.ts")),
    configFromEnvironment(join(here, "public/config.json")),
    react(),
    serviceWorker({ entry: join(here, "src/app/service-worker.ts") }),
    menuPdfs(),
    manifests(),
    languagePacks("apps/mini", "libs/ui", "libs/content", "libs/shell", "libs/public-pages"),
  ],
  // React has it itself.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  cacheDir: "../../node_modules/.vite/mini",
  server: { port, strictPort: true, proxy },
  preview: { port, strictPort: true, proxy },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    license: true,
    rolldownOptions: {
      output: {
        codeSplitting: codeSplitting([join(here, "src/main.tsx")], join(here, "src/start.ts")),
      },
    },
  },
});
