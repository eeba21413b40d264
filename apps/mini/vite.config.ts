import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { codeSplitting } from "../../scripts/code-splitting.ts";
import { configFromEnvironment } from "../../scripts/config-from-environment.ts";
import { languagePacks } from "../../libs/ui/scripts/language-packs.ts";
import { serviceWorker } from "../../libs/ui/scripts/service-worker.ts";
import { menuPdfs } from "../../libs/ui/scripts/menu-pdf/menu-pdfs.ts";
import { bootScripts } from "./build-steps/boot-scripts.ts";

const here = import.meta.dirname;
const api = process.env.LOYALTY_API_URL ?? "http://127.0.0.1:5000";
const proxy = { "/api": api, "/.well-known/webauthn": api };
const port = 4300;

/** Changes whenever the shape of what the client keeps offline may change: with anything in it. */
function clientVersion(): string {
  const folder = join(here, "../../libs/api-client/src");
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (/(?<!\.test)\.tsx?$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 12);
}

export default defineConfig({
  define: { "import.meta.env.VITE_CLIENT_VERSION": JSON.stringify(clientVersion()) },
  plugins: [
    bootScripts(join(here, "src/boot.ts")),
    configFromEnvironment(join(here, "public/config.json")),
    react(),
    serviceWorker({ entry: join(here, "src/app/service-worker.ts") }),
    menuPdfs(),
    languagePacks(join(here, "src/texts")),
  ],
  cacheDir: "../../node_modules/.vite/mini",
  server: { port, strictPort: true, proxy },
  preview: { port, strictPort: true, proxy },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    license: true,
    rolldownOptions: { output: { codeSplitting: codeSplitting(join(here, "src/main.tsx")) } },
  },
});
