import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../..");
const content = join(root, "libs/content/src/snapshot");
const folder = "assets/languages";

const languages = readdirSync(join(root, "libs/ui/src/texts"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** A language's sentences by namespace, as one line of JSON. */
function packOf(code: string, projects: string[]): string {
  const files = projects
    .map((project) => join(root, project, "src"))
    .flatMap((source) =>
      readdirSync(source, { recursive: true, encoding: "utf8" })
        .filter((file) => new RegExp(`(^|/)texts/${code}/[\\w-]+\\.json$`).test(file))
        .map((file) => ({ namespace: basename(file, ".json"), path: join(source, file) })),
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
 * @param projects the projects whose texts they are, by their folders in the repository: `libs/ui`
 */
export function languagePacks(...projects: string[]): Plugin {
  const packs = languages.map((code) => {
    const source = packOf(code, projects);
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
        response.end(packOf(code, projects));
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
