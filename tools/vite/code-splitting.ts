import type { Rolldown } from "vite";

const VENDOR = /node_modules\/(react|react-dom|react-router|scheduler)\//;

/** What the index of react-i18next imports, and only some pages use: sentences with links in them. */
const SOME_PAGES = /node_modules\/(html-parse-stringify\/|react-i18next\/dist\/es\/(Icu)?Trans)/;

/**
 * How the bundler divides an app: what every page needs into two files, instead of one for each small module; what only
 * some pages need stays beside them.
 *
 * @param entries the files that every page runs; it needs what they import, themselves or through others, but not lazily
 */
export function codeSplitting(...entries: string[]): Rolldown.CodeSplittingOptions {
  const needed = new WeakMap<Rolldown.ChunkingContext, ReadonlySet<string>>();

  function neededByEveryPage(graph: Rolldown.ChunkingContext): ReadonlySet<string> {
    const known = needed.get(graph);
    if (known) return known;
    const modules = new Set(entries);
    // The loop also reaches what is added on the way.
    for (const id of modules) {
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
        if (!SOME_PAGES.test(imported)) modules.add(imported);
      }
    }
    // The entries keep chunks of their own: a page runs them when it is their turn.
    for (const entry of entries) modules.delete(entry);
    needed.set(graph, modules);
    return modules;
  }

  return {
    groups: [
      { name: "vendor", test: VENDOR },
      {
        name: (id, graph) => (neededByEveryPage(graph).has(id) ? "shared" : null),
        debugName: "shared",
      },
    ],
  };
}
