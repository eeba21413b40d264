/**
 * Keeps the app itself at hand, so that the member's card opens without a network. It never touches what the API
 * answers, nor any address with a token in it: those go to the network as if it were not there.
 */
/** Written in by build-steps/service-worker.ts: what a release consists of, and the name of it. */
declare const RELEASE: { name: string; files: string[]; packs: Record<string, string> };

interface LivingOn extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends LivingOn {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Events {
  install: LivingOn;
  activate: LivingOn;
  fetch: Asked;
}
/** What of a worker's own world is used here: TypeScript knows either that world or the page's, not both. */
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
/** What was fetched along the way; a sign-out empties it. */
const SEEN = "seen-files";
/** Languages a member has downloaded. */
const PACKS = "language-packs";

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CURRENT)
      .then((cache) => cache.addAll(RELEASE.files))
      // Pages of the release before stay as they are; the next navigation gets this one.
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([forgetOldReleases(), renewPacks()]).then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const answer = answerTo(event.request);
  if (answer) event.respondWith(answer);
});

/** The release before this one stays: open pages still ask for its files. */
async function forgetOldReleases() {
  const releases = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = releases.filter((name) => name !== CURRENT).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** What was downloaded stays as new as the app; what cannot be fetched now stays as it is. */
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
        // Without a network the member reads the older texts.
      }
    }),
  );
}

function answerTo(request: Request): Promise<Response> | null {
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

/** From any release kept here, otherwise from the network, and kept then. */
async function kept(request: Request): Promise<Response> {
  const url = new URL(request.url);
  // The worker must never answer for itself.
  if (url.pathname === "/sw.js") return fetch(request);
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  // A language is kept when a member downloads it, and not because she once read it.
  if (url.pathname.startsWith("/assets/languages/")) return fetch(request);
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic" && url.pathname.startsWith("/assets/")) {
    const cache = await caches.open(SEEN);
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** From the network, and what it said last where there is none: a deployment may change its mind. */
async function fresh(request: Request): Promise<Response> {
  const cache = await caches.open(CURRENT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put("/config.json", answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match("/config.json");
    if (found) return found;
    throw error;
  }
}
