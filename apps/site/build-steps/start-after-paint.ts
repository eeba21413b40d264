import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The start-up script as the framework writes it. */
const STARTING = /<script type="module" async="">(import "[\s\S]*?)<\/script>/;
const PRELOADED = /<link rel="modulepreload" href="([^"]+)"\/>/g;

/** The framework looks for these when it takes over, and would add what is missing; the browser leaves them alone. */
const WAITING = '<link rel="modulepreload" href="$1" media="not all"/>';

/** A file that only hands on what another one has, or only loads it. */
const HANDS_ON = /^export\{([^{}]*)\}from"\.\/([^"]+)";?\s*$/;
const LOADS = /^import"\.\/([^"]+)";?\s*$/;

interface Part {
  address: string;
  /** As an expression of `m`, what has been loaded. */
  exports: string;
}

/**
 * A prerendered page is complete without scripts. So they are fetched after its first paint, and leave the line to the
 * stylesheet, the fonts and the first picture. The list of routes stands in the page itself, and files that only hand
 * on others are left out: each would be one more journey.
 *
 * @param html of a prerendered page
 * @param read the text of a file of the build, by its address
 * @returns the page with its start-up script rewritten
 * @throws when the framework writes it in another way
 */
export function startAfterPaint(html: string, read: (address: string) => string): string {
  const [whole, script = ""] = STARTING.exec(html) ?? [];
  const manifest = /^import "([^"]+)";/.exec(script)?.[1];
  const entry = /import\("([^"]+)"\);\s*$/.exec(script)?.[1];
  const names = /__reactRouterRouteModules = \{(.*?)\};/.exec(script)?.[1];
  if (whole === undefined || !manifest || !entry || !names) {
    throw new Error(
      "A page starts its scripts in a way that build-steps/start-after-paint.ts does not know.",
    );
  }
  const routes = [...script.matchAll(/^import \* as (route\d+) from "([^"]+)";$/gm)].map(
    ([, name = "", address = ""]) => ({ name, ...partOf(address, read) }),
  );
  const start = partOf(entry, read).address;
  const files = [...html.matchAll(PRELOADED)].map(
    ([, address = ""]) => partOf(address, read).address,
  );
  const preloaded = [...new Set([...files, start])].filter((address) => address !== manifest);

  const loaded = routes.map(({ address, exports }) => `import("${address}").then(m=>(${exports}))`);
  const first = `Promise.all([${loaded.join()}]).then(([${routes.map(({ name }) => name).join()}])=>{window.__reactRouterRouteModules={${names}};return import("${start}")})`;
  const code = `${read(manifest).trim()}
(()=>{let went=false;function go(){if(went)return;went=true;
for(const href of ${JSON.stringify(preloaded)}){const link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)}
${first}}
document.hidden?go():requestAnimationFrame(()=>setTimeout(go));setTimeout(go,1500)})()`;
  return html.replace(PRELOADED, WAITING).replace(whole, () => `<script>${code}</script>`);
}

/** Where a module's code really is, and how its exports are called there. */
function partOf(address: string, read: (address: string) => string): Part {
  const code = read(address);
  const folder = address.slice(0, address.lastIndexOf("/") + 1);
  const loads = LOADS.exec(code)?.[1];
  if (loads) return { address: folder + loads, exports: "m" };
  const [, list, file] = HANDS_ON.exec(code) ?? [];
  if (list === undefined || file === undefined) return { address, exports: "m" };
  const pairs = list.split(",").map((pair) => {
    const [inside = "", outside = inside] = pair.trim().split(" as ");
    return `${outside}:m.${inside}`;
  });
  return { address: folder + file, exports: `{${pairs.join()}}` };
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
    const read = (address: string) => {
      const text = texts.get(address);
      if (text === undefined) throw new Error(`${page} asks for ${address}, which was not built.`);
      return text;
    };
    await writeFile(join(folder, page), startAfterPaint(html, read));
  }
}
