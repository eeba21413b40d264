import type { Plugin, Rolldown } from "vite";

type Info = (id: string) => Rolldown.ModuleInfo | null;

/** Names much that a page does not use, so a way through it proves nothing. */
const isDoor = (id: string) => /libs\/[\w-]+\/src\/(index|react)\.ts$/.test(id);

/** The parts of the libraries that stand around every page of either app, and the session behind it. */
const STANDING = [
  "rolldown/runtime",
  "/libs/ui/src/brand/brand-provider.tsx",
  "/libs/ui/src/shell/app-shell.tsx",
  "/libs/ui/src/overlays/overlay-host.tsx",
  "/libs/ui/src/primitives/toast/toaster.tsx",
  "/libs/ui/src/routes/page-arrival.tsx",
  "/libs/ui/src/routes/sign-in-landing.tsx",
  "/libs/api-client/src/session/current.ts",
  "/libs/api-client/src/react/use-session.ts",
];

/** Asked for by so many pages, a module is shared between all of them. */
const MANY = 3;

/**
 * Gathers what every page needs in one file, `frame`, and what several pages share in another, `rooms`: a first visit
 * asks for a handful of files instead of one for each small module. What is loaded on demand stays by itself.
 *
 * @param starts expression for the app's own modules that are loaded whatever the page is; all they import goes along
 * @param rooms expression for the modules of single pages
 */
export function fewChunks(starts: RegExp, rooms: RegExp): Plugin {
  const isFrame = (id: string) => starts.test(id) || STANDING.some((part) => id.includes(part));
  let places = new Map<string, string>();

  function placesOf(all: readonly string[], info: Info) {
    const askers = new Map<string, Set<string>>();
    for (const room of all.filter((id) => rooms.test(id))) {
      for (const id of reachedFrom([room], info)) {
        // A page may come in several parts; they count as one.
        askers.set(id, (askers.get(id) ?? new Set()).add(room.split("?")[0] ?? room));
      }
    }
    const shared = [...askers].filter(([, by]) => by.size >= MANY).map(([id]) => id);
    return new Map([
      ...shared.map((id) => [id, "rooms"] as const),
      ...[...reachedFrom(all.filter(isFrame), info)].map((id) => [id, "frame"] as const),
    ]);
  }

  return {
    name: "few-chunks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    configEnvironment(name) {
      if (name !== "client") return;
      const groups = [{ name: (id: string) => places.get(id) ?? null }];
      return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } };
    },
    buildEnd() {
      places = placesOf([...this.getModuleIds()], (id) => this.getModuleInfo(id));
    },
  };
}

/** The modules that are loaded with the given ones: themselves and all they import, other than on demand. */
function reachedFrom(ids: readonly string[], info: Info): Set<string> {
  const reached = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || isDoor(id)) continue;
    reached.add(id);
    waiting.push(...(info(id)?.importedIds ?? []));
  }
  return reached;
}
