import { expect, test } from "vitest";

import { startAfterPaint } from "./start-after-paint.ts";

const files: Record<string, string> = {
  "/assets/manifest-1.js": 'window.__reactRouterManifest={"version":"1"};',
  "/assets/root-2.js": 'export{t as Layout,i as default}from"./frame-3.js";',
  "/assets/frame-3.js": "export const t = 1, i = 2;",
  "/assets/home-4.js": 'import{t}from"./frame-3.js";export default t;',
  "/assets/entry.client-5.js": 'import"./frame-3.js";',
};
const read = (address: string) => files[address] ?? "";

const preload = (address: string) => `<link rel="modulepreload" href="${address}"/>`;
const page = `<head>${preload("/assets/manifest-1.js")}${preload("/assets/root-2.js")}${preload("/assets/home-4.js")}</head>
<script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-2.js";
import * as route1 from "/assets/home-4.js";
  window.__reactRouterRouteModules = {"root":route0,"pages/home":route1};

import("/assets/entry.client-5.js");</script>`;

const started = startAfterPaint(page, read);

test("nothing is fetched while the page is read", () => {
  expect(started).not.toContain('type="module"');
  for (const [link] of started.matchAll(/<link[^>]*modulepreload[^>]*>/g)) {
    expect(link).toContain('media="not all"');
  }
});

test("after it, the files that hold the code, once each, and none that only hand on", () => {
  expect(/for\(const href of (\[.*?\])/.exec(started)?.[1]).toBe(
    '["/assets/frame-3.js","/assets/home-4.js"]',
  );
  expect(started).toContain('window.__reactRouterManifest={"version":"1"};');
  expect(started).toContain('import("/assets/frame-3.js").then(m=>({Layout:m.t,default:m.i}))');
  expect(started).toContain('import("/assets/home-4.js").then(m=>(m))');
});

test("a start that is written in another way ends the build", () => {
  expect(() => startAfterPaint("<html></html>", read)).toThrow(/does not know/);
});
