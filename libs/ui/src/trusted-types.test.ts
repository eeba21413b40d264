import { afterEach, expect, test, vi } from "vitest";

import { brandBootScript, brandPendingScript } from "./theme/theme-boot.ts";
import { guardMarkup, markupRules } from "./trusted-types.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["words", "Ben & Jerry's > all", true],
  ["nothing", "", true],
  ["what React makes of a page's description", '{"@type":"Menu","a":"\\u003cb>"}', true],
  ["the inline scripts of every page", `${brandBootScript};${brandPendingScript}`, true],
  ["the signs on the map's buttons", '<span aria-hidden="true">+</span>', true],
  ["a mark", "<b>bold</b>", false],
  ["a known text and more", '<svg/><img src="x" onerror="x()">', false],
  ["a known text in upper case", "<SVG/>", false],
  ["half a mark", "a<", false],
])("%s as markup", (_, html, may) => {
  expect(markupRules.createHTML(html)).toBe(may ? html : null);
});

test.each([
  ["/sw.js", true],
  ["/sw.js?x", false],
  ["//evil.example/sw.js", false],
  ["https://evil.example/sw.js", false],
  ["data:text/javascript,x()", false],
])("a script may come from %s: %s", (address, may) => {
  expect(markupRules.createScriptURL(address)).toBe(may ? address : null);
});

test("a browser with Trusted Types gets the policy, and any other is left alone", () => {
  guardMarkup();

  const createPolicy = vi.fn();
  vi.stubGlobal("trustedTypes", { createPolicy });
  guardMarkup();

  expect(createPolicy.mock.calls).toEqual([["default", markupRules]]);
});
