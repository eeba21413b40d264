import type { Rolldown } from "vite";

const VENDOR = /node_modules\/(react|react-dom|react-router|scheduler)\//;

/**
 * What every page imports and only some pages use: sentences with links in them, of the index of react-i18next, and
 * structured data, which only prerendering makes.
 */
const SOME_PAGES =
  /node_modules\/(html-parse-stringify\/|react-i18next\/dist\/es\/(Icu)?Trans)|\/structured-data\.ts$/;

/**
 * How the bundler divides an app: what every page needs into two files, instead of one for each small module; what only
 * some pages need stays beside them.
 *
 * @param entries the files that every page runs; it needs what they import, themselves or through others, but not lazily
 * @param first a file that runs before them: what it imports is a file of its own
 */
export function codeSplitting(entries: string[], first?: string): Rolldown.CodeSplittingOptions {
  const everyPage = importsOf(entries);
  const before = importsOf(first === undefined ? [] : [first]);
  return {
    groups: [
      { name: "vendor", test: VENDOR },
      { name: (id, graph) => (before(graph).has(id) ? "first" : null), debugName: "first" },
      { name: (id, graph) => (everyPage(graph).has(id) ? "shared" : null), debugName: "shared" },
    ],
  };
}

/** The modules that files import, themselves or through others, but not lazily; without the files. */
function importsOf(files: string[]): (graph: Rolldown.ChunkingContext) => ReadonlySet<string> {
  const known = new WeakMap<Rolldown.ChunkingContext, ReadonlySet<string>>();
  return (graph) => {
    const found = known.get(graph);
    if (found) return found;
    const modules = new Set(files);
    // The loop also reaches what is added on the way.
    for (const id of modules) {
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
        if (!SOME_PAGES.test(imported)) modules.add(imported);
      }
    }
    // The files keep chunks of their own: a page runs them when it is their turn.
    for (const file of files) modules.delete(file);
    known.set(graph, modules);
    return modules;
  };
}
