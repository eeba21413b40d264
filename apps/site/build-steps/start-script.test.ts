import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { START_ID, startScript, type PageStart } from "./start-script.ts";

const MANIFEST = "__reactRouterManifest";
const MODULES = "__reactRouterRouteModules";

const start: PageStart = {
  manifest: { version: "1" },
  routes: [
    { id: "root", address: "/frame.js", names: { default: "b", Layout: "y" } },
    { id: "pages/home", address: "/home.js" },
  ],
  entry: { address: "/frame.js", name: "s" },
  files: ["/frame.js", "/home.js"],
};
/** What the function that brings the page to life finds. */
const begin = vi.fn(() => [Reflect.get(window, MANIFEST), Reflect.get(window, MODULES)]);
const modules: Record<string, unknown> = {
  "/frame.js": { b: "root", y: "layout", s: begin },
  "/home.js": { default: "home" },
};

const load = vi.fn(async (address: string) => modules[address]);
let paint: (() => void) | undefined;
let facesArrive: () => void;
let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => (paint = frame));
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  // jsdom has no faces.
  const ready = new Promise<void>((resolve) => (facesArrive = resolve));
  Object.defineProperty(document, "fonts", { value: { ready }, configurable: true });
  document.body.innerHTML = `<script type="application/json" id="${START_ID}">${JSON.stringify(start)}</script>`;
});

afterEach(() => {
  isHidden = false;
  paint = undefined;
  localStorage.clear();
  delete document.documentElement.dataset.dressing;
  Reflect.deleteProperty(document, "fonts");
  Reflect.deleteProperty(window, MANIFEST);
  Reflect.deleteProperty(window, MODULES);
  document.head.innerHTML = "";
  load.mockClear();
  begin.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** As it stands in the page; only a browser can import from an address. */
function run() {
  // oxlint-disable-next-line no-implied-eval -- our own constant
  new Function("fetched", startScript.replaceAll("import(", "fetched("))(load);
}

/** Its first frame is shown, in its own faces. */
async function show() {
  paint?.();
  facesArrive();
  await vi.advanceTimersByTimeAsync(0);
}

test("a visitor's page is painted first, then all files are asked for together", async () => {
  run();
  expect(load).not.toHaveBeenCalled();

  await show();

  expect(load.mock.calls.slice(0, 2)).toEqual([["/frame.js"], ["/home.js"]]);
  const preloads = [...document.head.querySelectorAll("link[rel=modulepreload]")];
  expect(preloads.map((link) => link.getAttribute("href"))).toEqual(start.files);
});

test("the faces of its words are waited for", async () => {
  run();
  paint?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).not.toHaveBeenCalled();

  facesArrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(3);
});

test.each(["load", "error"])("the first picture is waited for, its %s ends that", async (end) => {
  document.body.insertAdjacentHTML("beforeend", '<img fetchpriority="high" src="/a.svg">');
  const picture = document.querySelector("img")!;
  vi.spyOn(picture, "complete", "get").mockReturnValue(false);
  run();
  expect(paint).toBeUndefined();

  picture.dispatchEvent(new Event(end));
  await show();

  expect(load).toHaveBeenCalledTimes(3);
});

test("what brings the page to life finds the list of routes and their modules by their own names", async () => {
  run();
  await show();

  const modulesByRoute = {
    root: { default: "root", Layout: "layout" },
    "pages/home": { default: "home" },
  };
  expect(begin.mock.results.map(({ value }) => value)).toEqual([[start.manifest, modulesByRoute]]);
});

test.each([
  ["a member, who may be on the way elsewhere", () => localStorage.setItem("authToken", "t")],
  ["a tab that nobody sees", () => (isHidden = true)],
  ["a page that stands hidden", () => (document.documentElement.dataset.dressing = "")],
])("%s does not wait for a paint", (_, given) => {
  given();
  run();
  expect(load).toHaveBeenCalledTimes(2);
});

test("a window that paints nothing starts all the same, and once", async () => {
  run();
  vi.advanceTimersByTime(1499);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(2);

  await show();
  expect(begin).toHaveBeenCalledTimes(1);
});
