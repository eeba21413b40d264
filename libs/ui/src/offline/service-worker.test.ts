import { afterEach, beforeEach, expect, test, vi } from "vitest";

/*
 * The worker in a browser of its own: a network that serves one release, caches that outlive the workers, and the
 * moments a browser calls a worker at. Each release is the same script with its own list of files.
 */

type Call = (event: Record<string, unknown>) => void;
const origin = location.origin;

/** What the server has now: path → text; a file that is missing answers 404. */
let served: Map<string, string>;
let stores: Map<string, Map<string, string>>;
let online: boolean;
let answers: boolean;

const pathOf = (asked: string | { url: string }) =>
  new URL(typeof asked === "string" ? asked : asked.url, origin).pathname;

async function fromNetwork(asked: string | { url: string }): Promise<Response> {
  if (!online) throw new TypeError("Failed to fetch");
  if (!answers) return new Promise(() => {});
  const text = served.get(pathOf(asked));
  const answer = new Response(text ?? "", { status: text === undefined ? 404 : 200 });
  Object.defineProperty(answer, "type", { value: "basic" });
  return answer;
}

function store(name: string) {
  const files = stores.get(name) ?? new Map<string, string>();
  stores.set(name, files);
  return {
    async addAll(paths: string[]) {
      const answers = await Promise.all(paths.map((path) => fromNetwork(path)));
      if (answers.some(({ ok }) => !ok)) throw new TypeError("Request failed");
      for (const path of paths) files.set(path, served.get(path)!);
    },
    match: async (asked: string | { url: string }) => {
      const text = files.get(pathOf(asked));
      return text === undefined ? undefined : new Response(text);
    },
    put: async (asked: string | { url: string }, answer: Response) =>
      void files.set(pathOf(asked), await answer.text()),
    async add(path: string) {
      await this.addAll([path]);
    },
    keys: async () => [...files.keys()].map((path) => ({ url: `${origin}${path}` })),
    delete: async (asked: { url: string }) => files.delete(pathOf(asked)),
  };
}

const cacheStorage = {
  open: async (name: string) => store(name),
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (asked: { url: string }) => {
    for (const name of stores.keys()) {
      const found = await store(name).match(asked);
      if (found) return found;
    }
    return undefined;
  },
};

async function workerOf(name: string, files: string[], packs: Record<string, string> = {}) {
  const calls = new Map<string, Call>();
  const called: string[] = [];
  vi.resetModules();
  vi.stubGlobal("RELEASE", { name, files, packs });
  vi.stubGlobal("addEventListener", (event: string, call: Call) => calls.set(event, call));
  vi.stubGlobal("skipWaiting", async () => void called.push("skipWaiting"));
  vi.stubGlobal("clients", { claim: async () => void called.push("claim") });
  // A script, not a module: the compiler has no types for it.
  const script = "./service-worker.ts";
  await import(/* @vite-ignore */ script);

  const live = async (moment: string) => {
    const work: Promise<unknown>[] = [];
    calls.get(moment)!({ waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  };
  return {
    called,
    install: () => live("install"),
    activate: () => live("activate"),
    /** What a page gets that asks for `path`; undefined is left to the network. */
    async ask(path: string, mode = "no-cors"): Promise<string | undefined> {
      let answer: Promise<Response> | undefined;
      calls.get("fetch")!({
        request: { url: `${origin}${path}`, method: "GET", mode },
        respondWith: (given: Promise<Response>) => (answer = given),
      });
      return answer && (await answer).text();
    },
  };
}

/** Puts a release on the server: its page and the one script the page needs. */
function deploy(name: string): string[] {
  served = new Map([
    ["/index.html", `page of ${name}`],
    ["/config.json", "{}"],
    [`/assets/${name}.js`, `script of ${name}`],
  ]);
  return [...served.keys()];
}

async function running(name: string) {
  const worker = await workerOf(name, deploy(name));
  await worker.install();
  await worker.activate();
  return worker;
}

beforeEach(() => {
  served = new Map();
  stores = new Map();
  online = true;
  answers = true;
  vi.stubGlobal("caches", cacheStorage);
  vi.stubGlobal("fetch", fromNetwork);
});
afterEach(() => vi.unstubAllGlobals());

test("a new release takes over by itself: the next page is its own, and nobody waits for closed tabs", async () => {
  await running("one");
  const two = await running("two");

  expect(two.called).toEqual(["skipWaiting", "claim"]);
  expect(await two.ask("/dashboard", "navigate")).toBe("page of two");
});

test("a page of the release before still gets its files, though the server has forgotten them", async () => {
  await running("one");
  const two = await running("two");
  expect(served.has("/assets/one.js")).toBe(false);

  expect(await two.ask("/assets/one.js")).toBe("script of one");
  expect(await two.ask("/assets/two.js")).toBe("script of two");
});

test("releases before that are let go", async () => {
  await running("one");
  await running("two");
  await running("three");

  expect([...stores.keys()].filter((name) => name.startsWith("app-"))).toEqual([
    "app-two",
    "app-three",
  ]);
});

test("a language that was downloaded is renewed with the release, and no other is fetched", async () => {
  await running("one");
  await store("language-packs").put("/assets/languages/ms-old.json", new Response("old Malay"));
  const files = deploy("two");
  served.set("/assets/languages/ms-new.json", "new Malay");
  served.set("/assets/languages/zh-new.json", "new Chinese");

  const packs = {
    ms: "/assets/languages/ms-new.json",
    zh: "/assets/languages/zh-new.json",
  };
  const two = await workerOf("two", files, packs);
  await two.install();
  await two.activate();

  expect([...stores.get("language-packs")!]).toEqual([[packs.ms, "new Malay"]]);
});

test("a release that cannot be fetched whole changes nothing", async () => {
  const one = await running("one");
  const files = deploy("two");
  served.delete("/assets/two.js");
  const two = await workerOf("two", files);

  await expect(two.install()).rejects.toThrow("Request failed");
  expect(two.called).toEqual([]);
  expect(await one.ask("/dashboard", "navigate")).toBe("page of one");
});

test("without a network page, files and the last configuration are there", async () => {
  const one = await running("one");
  await one.ask("/config.json");
  online = false;

  expect(await one.ask("/rewards", "navigate")).toBe("page of one");
  expect(await one.ask("/assets/one.js")).toBe("script of one");
  expect(await one.ask("/config.json")).toBe("{}");
});

test("on a network that answers nothing the last configuration is there within 1.5 s", async () => {
  const one = await running("one");
  answers = false;
  vi.useFakeTimers();
  const asked = one.ask("/config.json");
  await vi.advanceTimersByTimeAsync(1500);
  vi.useRealTimers();

  expect(await Promise.race([asked, Promise.resolve("nothing")])).toBe("{}");
});

test("a server that fails does not take the last configuration away", async () => {
  const one = await running("one");
  served.delete("/config.json");

  expect(await one.ask("/config.json")).toBe("{}");
});

test("the API, addresses with a token and the worker's own script are the network's business", async () => {
  const one = await running("one");
  served.set("/sw.js", "the newest worker");

  expect(await one.ask("/api/member/1")).toBeUndefined();
  expect(await one.ask("/assets/one.js?token=abc")).toBeUndefined();
  expect(await one.ask("/sw.js")).toBe("the newest worker");
});
