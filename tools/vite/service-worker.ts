import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

/** What a first visit keeps: the shell, its scripts and styles. Pictures and maps are kept as they are seen. */
const KEPT = /\.(js|css|woff2|json|webmanifest|wasm)$/;
/** Texts of a language: kept where a user downloads them, or all of them. */
const PACK = /^assets\/languages\/(\w+)-\w+\.json$/;

interface WorkerOptions {
  /** Every language works without a network from the first visit on. */
  allLanguages?: boolean;
  /** The app's own worker, which imports the common one. */
  entry?: string;
}

/** The worker of an app without one of its own. */
const ENTRY = join(import.meta.dirname, "../../libs/ui/src/offline/service-worker.ts");

/** Emits `sw.js` with the list of this release's files in it, so that each release has a worker of its own. */
export function serviceWorker({ allLanguages = false, entry = ENTRY }: WorkerOptions = {}): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    // After the document is written, which is part of the release.
    enforce: "post",
    async generateBundle(_options, bundle) {
      const files = ["/index.html", "/config.json", "/favicon.svg"];
      const packs: Record<string, string> = {};
      for (const name of Object.keys(bundle)) {
        const code = PACK.exec(name)?.[1];
        if (code && !allLanguages) packs[code] = `/${name}`;
        else if (KEPT.test(name)) files.push(`/${name}`);
      }
      const release = { name: nameOf(bundle), files: files.sort(), packs };
      this.emitFile({ type: "asset", fileName: "sw.js", source: await bundled(entry, release) });
    },
  };
}

// By content: the document carries scripts of its own, which show in no file name.
function nameOf(bundle: Rolldown.OutputBundle): string {
  const hash = createHash("sha256");
  for (const name of Object.keys(bundle).sort()) {
    const file = bundle[name]!;
    hash.update(name).update(file.type === "chunk" ? file.code : file.source);
  }
  return hash.digest("hex").slice(0, 12);
}

async function bundled(entry: string, release: object): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { RELEASE: JSON.stringify(release) },
    build: { write: false, lib: { entry, formats: ["iife"], name: "worker" } },
  })) as Rolldown.RolldownOutput[];
  const chunk = output[0]?.output[0];
  if (!chunk) throw new Error(`${entry} gave no script`);
  return chunk.code;
}
