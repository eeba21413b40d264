/** The package of a web app: static files, compressed beforehand, and nginx's configuration for them. */

import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { root } from "../lib/processes.mjs";
import { Problem } from "../lib/terminal.mjs";
import { beginPackage, endPackage } from "./archive.mjs";
import { fontNotices } from "./fonts.mjs";
import { hostingOf, nginxOf } from "./nginx.mjs";
import { policyFor } from "./policy.mjs";
import { billOf, partsOf } from "./sbom.mjs";

const builds = { site: "build/client", mini: "dist", staff: "dist" };
const compressed = new Set([".html", ".js", ".css", ".svg", ".json", ".xml", ".txt", ".data"]);

/** What the deployer of a site or a mini-program starts from; the pages refuse wrong origins by themselves and log it. */
const membersConfig = {
  productionHost: "",
  miniOrigin: "",
  apiBase: "/api",
  tileUrl: "",
  handoff: "ticket",
};
const configs = { site: membersConfig, mini: membersConfig, staff: { apiBase: "/api" } };

/**
 * Packs the build of a web app.
 *
 * @param {"site" | "mini" | "staff"} name
 * @returns {Promise<string>} where the package is, as a sentence
 */
export async function packageWeb(name) {
  const source = join(root, "apps", name);
  const build = join(source, builds[name]);
  const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
  const files = await readdir(build, { recursive: true }).catch(() => []);
  if (!files.includes("index.html")) throw new Problem(`Nothing is built: npx nx build ${name}`);

  const folder = await beginPackage(name, version);
  const html = join(folder, "html");
  await cp(build, html, { recursive: true });
  await rm(join(html, "config.json"), { force: true });
  const notices = (await readFile(join(build, ".vite/license.md"), "utf8")) + (await fontNotices());
  await writeFile(join(folder, "LICENCES.md"), notices);
  const bill = billOf({ name: `loyalty-${name}`, version }, "npm", partsOf(notices));
  await writeFile(join(folder, "sbom.cdx.json"), bill);
  await rm(join(html, ".vite"), { recursive: true, force: true });

  const pages = files.filter((file) => file.endsWith(".html"));
  const policy = policyFor(
    await Promise.all(pages.map((page) => readFile(join(build, page), "utf8"))),
    { wasm: files.some((file) => file.endsWith(".wasm")) },
  );
  await writeFile(join(folder, "nginx.conf.in"), await nginxOf(name, version, policy));
  const hosting = JSON.stringify(await hostingOf(name, policy), null, 2);
  await writeFile(join(folder, "hosting.json.in"), `${hosting}\n`);
  await cp(join(root, "deploy/web-release.sh"), join(folder, "release.sh"));
  await cp(join(root, "deploy/releases.sh"), join(folder, "releases.sh"));
  await cp(join(root, `deploy/nginx/config`), join(folder, "config"), { recursive: true });
  await writeFile(
    join(folder, "config/config.json"),
    `${JSON.stringify(configs[name], null, 2)}\n`,
  );
  await setDocumentsAside(folder);
  await compress(html);
  return `${await endPackage(folder)}: ${pages.length} documents, to be installed by its release.sh`;
}

/**
 * Moves the files that name the site's origin into `documents`: release.sh writes them into `html` with the origin of the
 * host's config.json.
 */
async function setDocumentsAside(folder) {
  const html = join(folder, "html");
  for (const file of await readdir(html, { recursive: true })) {
    if (!compressed.has(extname(file))) continue;
    if (!(await readFile(join(html, file), "utf8")).includes("https://site.invalid")) continue;
    await mkdir(dirname(join(folder, "documents", file)), { recursive: true });
    await rename(join(html, file), join(folder, "documents", file));
  }
}

/** A `.gz` and a `.br` beside every file of words, at their smallest, so that the server compresses nothing itself. */
async function compress(folder) {
  for (const file of await readdir(folder, { recursive: true })) {
    if (!compressed.has(extname(file))) continue;
    const bytes = await readFile(join(folder, file));
    if (bytes.length < 512) continue;
    const smallest = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    await writeFile(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
    await writeFile(join(folder, `${file}.br`), brotliCompressSync(bytes, { params: smallest }));
  }
}
