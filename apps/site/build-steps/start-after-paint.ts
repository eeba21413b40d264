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
/** A file that only calls what another one has. */
const CALLS = /^import\{(\w+)(?: as (\w+))?\}from"\.\/([^"]+)";(\w+)\(\);?\s*$/;

/** The text of a file of the build, by its address. */
export type Read = (address: string) => string;

/**
 * A prerendered page is complete without scripts. So they are fetched after its first paint, and leave the line to the
 * stylesheet, the fonts and the first picture. The list of routes stands in the page itself, and files that only hand
 * on others, or call them, are left out: each would be one more journey (docs/decisions/0018).
 *
 * @param html of a prerendered page
 * @returns the page with its start-up script replaced
 * @throws when the framework writes it in another way, or when the entry does more than to call a function
 */
export function startAfterPaint(html: string, read: Read): string {
  const [whole, script = ""] = STARTING.exec(html) ?? [];
  const list = /^import "([^"]+)";/.exec(script)?.[1];
  const manifest = list && MANIFEST.exec(read(list))?.[1];
  const entryFile = /import\("([^"]+)"\);\s*$/.exec(script)?.[1];
  const entry = entryFile && callIn(entryFile, read);
  const routes = routesOf(script, read);
  if (!whole || !manifest || !entry || routes.length === 0 || !html.includes("</body>")) {
    throw new Error(
      "A page starts its scripts in a way that build-steps/start-after-paint.ts does not know.",
    );
  }
  const files = [...html.matchAll(PRELOADED)]
    .map(([, address = ""]) => address)
    .filter((address) => address !== list && address !== entryFile);
  const start: PageStart = {
    manifest: JSON.parse(manifest),
    routes,
    entry,
    files: [...new Set([...files.map((address) => partOf(address, read).address), entry.address])],
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
 * What the entry calls. It is left out, so it must do nothing else: a module acts when it is first imported, whoever
 * imports it, so code of its own would act when the first of the page's parts asks for the file that it lies in.
 */
function callIn(entry: string, read: Read): PageStart["entry"] | undefined {
  const [, name, called = name, file, calls] = CALLS.exec(read(entry)) ?? [];
  if (name === undefined || file === undefined || called !== calls) return undefined;
  return { address: folderOf(entry) + file, name };
}

/** Where a module's code really is, and how its exports are called there. */
function partOf(address: string, read: Read): Omit<StartedRoute, "id"> {
  const code = read(address);
  const [, list, file] = HANDS_ON.exec(code) ?? [];
  if (list === undefined || file === undefined) return { address };
  const pairs = list.split(",").map((pair) => {
    const [inside = "", outside = inside] = pair.trim().split(" as ");
    return [outside, inside];
  });
  const names = Object.fromEntries(pairs) as Record<string, string>;
  return { address: folderOf(address) + file, names };
}

const folderOf = (address: string) => address.slice(0, address.lastIndexOf("/") + 1);
