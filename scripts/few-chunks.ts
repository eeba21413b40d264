import type { Plugin, Rolldown } from "vite";

type Info = (id: string) => Rolldown.ModuleInfo | null;

/** Names much that a page does not use, so a way through it proves nothing. */
const isDoor = (id: string) => /libs\/[\w-]+\/src\/(index|react)\.ts$/.test(id);

const ICONS = /\/lucide-react\.\w+$/;

/** The parts of the libraries that stand around every page of either app, and the session behind it. */
const STANDING = [
  "/libs/ui/src/brand/brand-provider.tsx",
  "/libs/ui/src/shell/app-shell.tsx",
  "/libs/ui/src/overlays/overlay-host.tsx",
  "/libs/ui/src/primitives/toast.tsx",
  "/libs/ui/src/map/map-settings.ts",
  "/libs/ui/src/trusted/guard-markup.ts",
  "/libs/ui/src/routes/page-arrival.tsx",
  "/libs/ui/src/routes/sign-in-landing.tsx",
  "/libs/ui/src/overlays/announcement/seen-announcement.ts",
  "/libs/api-client/src/session/current.ts",
  "/libs/api-client/src/react/session.ts",
  // Asked for on demand by the site's start, and always.
  "/node_modules/react-dom/client.js",
];

/** Loaded with the first dialog, whichever it is: the announcement's, for a first visitor. */
const DIALOGS = [
  "/libs/ui/src/overlays/announcement/announcement-dialog.tsx",
  "/libs/ui/src/primitives/dialog.tsx",
];

/** The dishes with their names, and what turns a row of them: some pages need them, most do not. */
const DISHES =
  /\/libs\/ui\/src\/(content\/(dish-card|menu|slides\/row-movement)|texts\/(en\/)?dishes)\./;

/** The site's entry acts as soon as it is loaded, so it is in no file that others ask for; what it calls may be. */
const ACTS = /\/entry\.client\.tsx$/;

/** Asked for by so many pages, a module is shared between all of them. */
const MANY = 3;

/**
 * Gathers what every page needs in one file, `frame`, what several pages share in the same or in another, `rooms`, what
 * every dialog needs in a third, and the dishes in a fourth: a first visit asks for a handful of files instead of one
 * for each small module. What else is loaded on demand stays by itself.
 *
 * @param starts expression for the app's own modules that are loaded whatever the page is; all they import goes along
 * @param rooms expression for the modules of single pages
 * @param sharedIn the file for what several pages share: `frame` where nearly every first page needs it anyway
 */
export function fewChunks(
  starts: RegExp,
  rooms: RegExp,
  sharedIn: "frame" | "rooms" = "rooms",
): Plugin {
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
    const isDialogs = (id: string) => DIALOGS.some((part) => id.includes(part));
    const dialogs = [...reachedFrom(all.filter(isDialogs), info)];
    const dishes = all.filter((id) => DISHES.test(id));
    // Their little style is one file less in the one that is there anyway.
    const scriptIn = (name: string, id: string) => (id.endsWith(".css") ? "frame" : name);
    return new Map([
      ...dialogs.map((id) => [id, scriptIn("dialogs", id)] as const),
      ...shared.map((id) => [id, sharedIn] as const),
      ...dishes.map((id) => [id, scriptIn("dishes", id)] as const),
      ...[...reachedFrom(all.filter(isFrame), info)]
        .filter((id) => !ACTS.test(id))
        .map((id) => [id, "frame"] as const),
    ]);
  }

  return {
    name: "few-chunks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    configEnvironment(name) {
      if (name !== "client") return;
      // A group takes along what its modules import, so the ones that stand for more come first.
      const groups = ["dishes", "dialogs", "rooms", "frame"].map((name, order) => ({
        name: (id: string) => (places.get(id) === name ? name : null),
        priority: order + 1,
      }));
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
    const { importedIds = [], code } = info(id) ?? {};
    waiting.push(
      ...importedIds.flatMap((to) => (ICONS.test(to) ? iconsNamedIn(code ?? "", to) : to)),
    );
  }
  return reached;
}

/** The icons' own list names a thousand; a module asks for the few that it names. */
function iconsNamedIn(code: string, list: string): string[] {
  const [, names = ""] = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code) ?? [];
  return names
    .split(",")
    .map((name) => name.trim().split(" as ")[0] ?? "")
    .filter(Boolean)
    .map((name) => name.replace(/(?<!^)([A-Z]|\d)/g, "-$1").toLowerCase())
    .map((file) => list.replace(ICONS, `/icons/${file}.js`));
}
