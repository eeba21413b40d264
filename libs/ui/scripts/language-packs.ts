import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

import { LANGUAGES } from "../src/i18n/languages.ts";

const sharedTexts = join(import.meta.dirname, "../src/texts");
/** The translations of the content that the app is built with. */
const content = join(import.meta.dirname, "../src/content/snapshot");
const folder = "assets/languages";

/** A language's sentences by namespace, as one line of JSON. */
function packOf(code: string, textFolders: string[]): string {
  const files = textFolders.flatMap((texts) =>
    readdirSync(join(texts, code))
      .filter((name) => name.endsWith(".json"))
      .map((name) => ({ namespace: name.replace(/\.json$/, ""), path: join(texts, code, name) })),
  );
  if (code !== "en")
    files.push({ namespace: "published-content", path: join(content, `${code}.json`) });
  files.sort((one, other) => (one.namespace < other.namespace ? -1 : 1));
  // One would take the other's place, and its screens would stay English.
  const twice = files.find(({ namespace }, at) => files[at - 1]?.namespace === namespace);
  if (twice) throw new Error(`Two files have the texts of "${twice.namespace}" in ${code}.`);
  return JSON.stringify(
    Object.fromEntries(
      files.map(({ namespace, path }) => [namespace, JSON.parse(readFileSync(path, "utf8"))]),
    ),
  );
}

/**
 * Puts the texts of each language at `/assets/languages/<code>-<hash>.json` and writes its address and its size into the
 * app. English is in the app's own code, so only its size is written. Named by content and beside the other assets, a
 * pack may be kept for good, and the tabs of earlier releases still find theirs.
 *
 * @param appTexts the app's own texts, which are added to those of `libs/ui`
 */
export function languagePacks(appTexts?: string): Plugin {
  const textFolders = appTexts ? [sharedTexts, appTexts] : [sharedTexts];
  const packs = LANGUAGES.map(({ code }) => {
    const source = packOf(code, textFolders);
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
        // A translator sees each change at once.
        response.setHeader("Cache-Control", "no-store");
        response.end(packOf(code, textFolders));
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
