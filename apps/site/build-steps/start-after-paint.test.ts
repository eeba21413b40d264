import { expect, test } from "vitest";

import { startAfterPaint } from "./start-after-paint.ts";
import type { PageStart } from "./start-script.ts";

const files: Record<string, string> = {
  "/assets/manifest-1.js": 'window.__reactRouterManifest={"version":"<1"};',
  "/assets/root-2.js": 'export{t as Layout,i as default}from"./frame-3.js";',
  "/assets/frame-3.js": "export const t = 1, i = 2;",
  "/assets/home-4.js": 'import{t}from"./frame-3.js";export default t;',
  "/assets/entry.client-5.js": 'import{s as e}from"./frame-3.js";e();\n',
};
const read = (address: string) => files[address] ?? "";

const preload = (address: string) => `<link rel="modulepreload" href="${address}"/>`;
const page = `<head>${preload("/assets/manifest-1.js")}${preload("/assets/entry.client-5.js")}${preload("/assets/root-2.js")}${preload("/assets/home-4.js")}</head>
<body><script>window.__reactRouterContext = {};</script><script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-2.js";
import * as route1 from "/assets/home-4.js";
  window.__reactRouterRouteModules = {"root":route0,"pages/home":route1};

import("/assets/entry.client-5.js");</script><script>stream()</script></body>`;

const started = startAfterPaint(page, read);
const block = /<script type="application\/json" id="start">(.*?)<\/script>/.exec(started)?.[1];
const start = JSON.parse(block ?? "null") as PageStart;

test("nothing is fetched while the page is read", () => {
  expect(started).not.toMatch(/<script type="module"[^>]*>[^<]/);
  for (const [link] of started.matchAll(/<link[^>]*modulepreload[^>]*>/g)) {
    expect(link).toContain('media="not all"');
  }
});

test("what the framework looks for when it takes over is where it was", () => {
  const elements = (html: string) => [...html.matchAll(/<(?:link|script)\b/g)].length;
  expect(started.slice(0, started.indexOf(" id="))).toMatch(
    /{};<\/script><script type="module" async=""><\/script><script>stream/,
  );
  expect(elements(started)).toBe(elements(page) + 2);
});

test("after it, the files that hold the code, once each, and none that only hand on or call", () => {
  expect(start.files).toEqual(["/assets/frame-3.js", "/assets/home-4.js"]);
  expect(start.entry).toEqual({ address: "/assets/frame-3.js", name: "s" });
  expect(start.routes).toEqual([
    { id: "root", address: "/assets/frame-3.js", names: { Layout: "t", default: "i" } },
    { id: "pages/home", address: "/assets/home-4.js" },
  ]);
});

test("the list of routes comes along, and cannot end its own element", () => {
  expect(start.manifest).toEqual({ version: "<1" });
  expect(block).not.toContain("<");
});

test("every page has the same script, so the policy names it once", () => {
  const other = page.replaceAll("home", "menu");
  const last = (html: string) => html.slice(html.lastIndexOf("<script>"));
  expect(last(startAfterPaint(other, (address) => read(address.replace("menu", "home"))))).toBe(
    last(started),
  );
});

test.each([
  ["no script", "<html><body></body></html>"],
  ["another entry", page.replace('import("/assets/entry', 'load("/assets/entry')],
  ["a route without a module", page.replace('"root":route0,', "")],
  ["a list that is not one", page.replaceAll("manifest-1", "frame-3")],
])("a start that is written in another way ends the build: %s", (_, html) => {
  expect(() => startAfterPaint(html, read)).toThrow(/does not know/);
});

test("the entry's function may be called in its file as here, and lie in a file of its own", () => {
  const elsewhere = (address: string) =>
    address.includes("entry") ? 'import{s}from"./start-6.js";s();' : read(address);
  const [, data = ""] = /id="start">(.*?)<\/script>/.exec(startAfterPaint(page, elsewhere)) ?? [];
  const { entry, files: asked } = JSON.parse(data) as PageStart;
  expect(entry).toEqual({ address: "/assets/start-6.js", name: "s" });
  expect(asked).toEqual(["/assets/frame-3.js", "/assets/home-4.js", "/assets/start-6.js"]);
});

test.each([
  ["it has code of its own", 'import{s as e}from"./frame-3.js";e();document.title="";'],
  ["it waits", 'import{s as e}from"./frame-3.js";await e();'],
  ["it calls something else", 'import{s as e}from"./frame-3.js";s();'],
  ["it loads another file as well", 'import{s as e}from"./frame-3.js";import"./late-6.js";e();'],
  ["it calls nothing", 'import"./frame-3.js";'],
  ["it is empty", ""],
])("an entry that is more than a call ends the build, for it is left out: %s", (_, code) => {
  const elsewhere = (address: string) => (address.includes("entry") ? code : read(address));
  expect(() => startAfterPaint(page, elsewhere)).toThrow(/does not know/);
});
