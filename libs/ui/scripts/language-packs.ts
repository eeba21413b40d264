import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

import { LANGUAGES } from "../src/i18n/languages.ts";

const texts = join(import.meta.dirname, "../src/texts");
const folder = "assets/languages";

/** A language's sentences by namespace, as one line of JSON. */
function packOf(code: string): string {
  const names = readdirSync(join(texts, code)).filter((name) => name.endsWith(".json"));
  const read = (name: string) => JSON.parse(readFileSync(join(texts, code, name), "utf8"));
  return JSON.stringify(
    Object.fromEntries(names.sort().map((name) => [name.replace(/\.json$/, ""), read(name)])),
  );
}

/**
 * Puts the texts of each language at `/assets/languages/<code>-<hash>.json` and tells the app where. English is in the
 * app's own code; only its weight is told. Named by content and beside the other assets, a pack may be kept for good,
 * and the tabs of earlier releases still find theirs.
 */
export function languagePacks(): Plugin {
  const packs = LANGUAGES.map(({ code }) => {
    const source = packOf(code);
    const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
    return { code, source, fileName: `${folder}/${code}-${hash}.json` };
  });
  const known = Object.fromEntries(
    packs.map(({ code, source, fileName }) => [
      code,
      { address: `/${fileName}`, bytes: Buffer.byteLength(source) },
    ]),
  );
  return {
    name: "language-packs",
    config: () => ({ define: { LANGUAGE_PACKS: JSON.stringify(known) } }),
    configureServer(server) {
      server.middlewares.use(`/${folder}`, (request, response, next) => {
        const code = /^\/(\w+)-\w+\.json/.exec(request.url ?? "")?.[1];
        if (!code || !(code in known)) return next();
        response.setHeader("Content-Type", "application/json");
        // As they are written now, for whoever is translating.
        response.setHeader("Cache-Control", "no-store");
        response.end(packOf(code));
      });
    },
    generateBundle() {
      if (this.environment.name !== "client") return;
      for (const { code, source, fileName } of packs) {
        if (code !== "en") this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}
