/**
 * Caches the app itself, so that the member's card and the counter open without a network. Requests to the API and addresses with a
 * token in them are left to the network.
 */

declare const RELEASE: { name: string; files: string[]; packs: Record<string, string> };

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface Events {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}
/** The part of the worker's global scope that is used: TypeScript's libraries for workers and pages exclude each other. */
const worker = globalThis as unknown as {
  addEventListener<Name extends keyof Events>(
    name: Name,
    listen: (event: Events[Name]) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: { origin: string };
};

const PREFIX = "app-";
const CURRENT = `${PREFIX}${RELEASE.name}`;
/** Files fetched while the app was used; signing out clears it. */
const SEEN = "seen-files";
const PACKS = "language-packs";

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CURRENT)
      .then((cache) => cache.addAll(RELEASE.files))
      // Open pages stay with the release before; the next navigation gets this one.
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([deleteOldReleases(), renewPacks()]).then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const response = respond(event.request);
  if (response) event.respondWith(response);
});

/** The release before this one is kept: open pages still load its files. */
async function deleteOldReleases() {
  const releases = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = releases.filter((name) => name !== CURRENT).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Downloads the kept language packs again if they changed; one that cannot be fetched now stays as it is. */
async function renewPacks() {
  const cache = await caches.open(PACKS);
  const kept = await cache.keys();
  await Promise.all(
    Object.entries(RELEASE.packs).map(async ([code, address]) => {
      const old = kept.filter(({ url }) => url.includes(`/languages/${code}-`));
      if (old.length === 0 || old.some(({ url }) => url.endsWith(address))) return;
      try {
        await cache.add(address);
        await Promise.all(old.map((request) => cache.delete(request)));
      } catch {
        // Without a network the older texts stay.
      }
    }),
  );
}

function respond(request: Request): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return null;
  if (url.pathname.startsWith("/api/")) return null;
  if (request.mode === "navigate") return isFile(url) ? null : shell(request);
  if (url.searchParams.has("token")) return null;
  if (url.pathname === "/config.json") return fresh(request);
  if (url.pathname.startsWith("/assets/") || isFile(url)) return kept(request);
  return null;
}

const isFile = ({ pathname }: URL) => /\.[a-z0-9]+$/i.test(pathname);

async function shell(request: Request): Promise<Response> {
  const page = await (await caches.open(CURRENT)).match("/index.html");
  return page ?? fetch(request);
}

/** From any cache, else from the network, and cached then. */
async function kept(request: Request): Promise<Response> {
  const url = new URL(request.url);
  // The worker's own script is never cached.
  if (url.pathname === "/sw.js") return fetch(request);
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  // A language pack is kept only if the member downloaded it.
  if (url.pathname.startsWith("/assets/languages/")) return fetch(request);
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic" && url.pathname.startsWith("/assets/")) {
    const cache = await caches.open(SEEN);
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** How long a page waits for the current configuration before it starts with the last one. */
const FRESH_MS = 1000;

/** From the network: a deployment may change its configuration. The last answer where none comes soon. */
async function fresh(request: Request): Promise<Response> {
  const cache = await caches.open(CURRENT);
  const last = await cache.match("/config.json");
  const current = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put("/config.json", answer.clone());
    return answer;
  });
  if (!last) return current;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(last), FRESH_MS));
  return Promise.race([
    late,
    current.then((answer) => (answer.ok ? answer : last)).catch(() => last),
  ]);
}
