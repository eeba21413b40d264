import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { START_ID, startScript, type PageStart, type StartedRoute } from "./start-script.ts";

/** The start-up script as the framework writes it. */
const STARTING = /<script type="module" async="">(import "[\s\S]*?)<\/script>/;
/** The same, with nothing in it: the framework looks for it when it takes over. */
const STARTS_NOTHING = '<script type="module" async=""></script>';

const PRELOADED = /<link rel="modulepreload" href="([^"]+)"\/>/g;
/** The framework looks for these as well, and would add what is missing; the browser leaves them alone. */
const WAITING = '<link rel="modulepreload" href="$1" media="not all"/>';

const MANIFEST = /^window\.__reactRouterManifest=(\{[\s\S]*\});?\s*$/;
/** A file that only hands on what another one has. */
const HANDS_ON = /^export\{([^{}]*)\}from"\.\/([^"]+)";?\s*$/;
/** What a file asks of others: a file of nothing else does nothing by itself. */
const ASKS = /(?:import|export)(?:[\w*$, {}]+from)?"[^"]+";?/g;

type Read = (address: string) => string;

/**
 * A prerendered page is complete without scripts. So they are fetched after its first paint, and leave the line to the
 * stylesheet, the fonts and the first picture. The list of routes stands in the page itself, and files that only hand
 * on others are left out: each would be one more journey (docs/decisions/0018).
 *
 * @param html of a prerendered page
 * @param read the text of a file of the build, by its address
 * @returns the page with its start-up script replaced
 * @throws when the framework writes it in another way, or when the entry acts before the page's parts are there
 */
export function startAfterPaint(html: string, read: Read): string {
  const [whole, script = ""] = STARTING.exec(html) ?? [];
  const list = /^import "([^"]+)";/.exec(script)?.[1];
  const manifest = list && MANIFEST.exec(read(list))?.[1];
  const entry = /import\("([^"]+)"\);\s*$/.exec(script)?.[1];
  const routes = routesOf(script, read);
  if (!whole || !manifest || !entry || routes.length === 0 || !html.includes("</body>")) {
    throw new Error(
      "A page starts its scripts in a way that build-steps/start-after-paint.ts does not know.",
    );
  }
  if (!actsItself(read(entry))) {
    throw new Error(
      `The entry ${entry} only loads another file. The routes import that one too, so the start would act before the ` +
        "page's parts are there: entry.client.tsx needs a file of its own (ACTS in scripts/few-chunks.ts).",
    );
  }
  const preloaded = [...html.matchAll(PRELOADED)].map(([, address = ""]) => address);
  const files = [...preloaded, entry].filter((address) => address !== list);
  const start: PageStart = {
    manifest: JSON.parse(manifest),
    routes,
    entry,
    files: [...new Set(files.map((address) => partOf(address, read).address))],
  };
  const data = JSON.stringify(start).replaceAll("<", "\\u003c");
  const added = `<script type="application/json" id="${START_ID}">${data}</script><script>${startScript}</script>`;
  return html
    .replace(PRELOADED, WAITING)
    .replace(whole, STARTS_NOTHING)
    .replace("</body>", () => `${added}</body>`);
}

/** The routes of a page, from the framework's script: their ids, and the modules that were imported for them. */
function routesOf(script: string, read: Read): StartedRoute[] {
  const imported = new Map(
    [...script.matchAll(/^import \* as (\w+) from "([^"]+)";$/gm)].map(([, name, address]) => [
      name,
      address,
    ]),
  );
  const named = /__reactRouterRouteModules = \{(.*?)\};/.exec(script)?.[1] ?? "";
  const routes = [...named.matchAll(/"([^"]+)":(\w+)/g)].map(([, id = "", name]) => ({
    id,
    ...partOf(imported.get(name) ?? "", read),
  }));
  return routes.length === imported.size ? routes : [];
}

/**
 * Whether a file has code of its own. A module acts when it is first imported, whoever imports it: an entry whose code
 * lies in a file of the routes starts the page together with the first of them.
 */
function actsItself(code: string): boolean {
  return code.replaceAll(ASKS, "").trim() !== "";
}

/** Where a module's code really is, and how its exports are called there. */
function partOf(address: string, read: Read): Omit<StartedRoute, "id"> {
  const code = read(address);
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const [, list, file] = HANDS_ON.exec(code) ?? [];
  if (list === undefined || file === undefined) return { address };
  const pairs = list.split(",").map((pair) => {
    const [inside = "", outside = inside] = pair.trim().split(" as ");
    return [outside, inside];
  });
  return { address: folder + file, names: Object.fromEntries(pairs) as Record<string, string> };
}

/**
 * Does so with every prerendered page of a build. The empty shell behind doors has nothing to paint: it starts at once.
 *
 * @param folder of the built pages
 */
export async function startPagesAfterPaint(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const texts = new Map<string, string>();
  for (const file of files.filter((name) => /^assets\/.*\.js$/.test(name))) {
    texts.set(`/${file}`, await readFile(join(folder, file), "utf8"));
  }
  for (const page of files.filter((name) => name.endsWith("index.html"))) {
    const html = await readFile(join(folder, page), "utf8");
    const read: Read = (address) => {
      const text = texts.get(address);
      if (text === undefined) throw new Error(`${page} asks for ${address}, which was not built.`);
      return text;
    };
    await writeFile(join(folder, page), startAfterPaint(html, read));
  }
}
