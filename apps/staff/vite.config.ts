import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// By their files: Node itself loads this, and cannot read TypeScript through a package.
import { languagePacks } from "../../tools/vite/language-packs.ts";
import { serviceWorker } from "../../tools/vite/service-worker.ts";
import { brandBootScript } from "../../libs/ui/src/theme/theme-boot.ts";

const api = process.env.LOYALTY_API_URL ?? "http://127.0.0.1:5000";
const proxy = { "/api": api };
const port = Number(process.env.LOYALTY_STAFF_PORT ?? 4400);

const PLACE = "<!-- boot script -->";

/** Paints the chosen colour scheme before the first paint, from a script in the document. */
function themeScript(): Plugin {
  return {
    name: "theme-script",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace(PLACE, () => `<script>${brandBootScript}</script>`),
    },
  };
}

export default defineConfig({
  plugins: [
    themeScript(),
    react(),
    languagePacks("apps/staff", "libs/ui", "libs/content"),
    serviceWorker({ allLanguages: true }),
  ],
  // React has it itself.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  cacheDir: "../../node_modules/.vite/staff",
  server: { port, strictPort: true, proxy },
  preview: { port, strictPort: true, proxy },
  build: { outDir: "dist", emptyOutDir: true, license: true },
});
