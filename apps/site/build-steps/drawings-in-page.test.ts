import { expect, test } from "vitest";

import { drawingsInPage } from "./drawings-in-page.ts";

const svg = '<svg viewBox="0 0 6 4">\n<path fill="#f80" d="M0 0H6"/><!-- 50%, $$ --></svg>';
const files: Record<string, string> = { "/assets/pot-1.svg": svg };
const read = (address: string) => files[address] ?? "";

const picture = (address: string, marked: boolean) =>
  `<img class="a" src="${address}" alt="A pot" loading="lazy"${marked ? ' data-in-page=""' : ""}/>`;
const addresses = (html: string) => [...html.matchAll(/src="([^"]*)"/g)].map(([, one]) => one);

test("a marked drawing stands in the page, unchanged but for its quotes", () => {
  const [address = ""] = addresses(drawingsInPage(picture("/assets/pot-1.svg", true), read));
  expect(address).toMatch(/^data:image\/svg\+xml,/);
  expect(decodeURIComponent(address.slice("data:image/svg+xml,".length))).toBe(
    svg.replaceAll('"', "'"),
  );
});

test("nothing in it ends the attribute, the address or its part before the hash", () => {
  const [address = ""] = addresses(drawingsInPage(picture("/assets/pot-1.svg", true), read));
  expect(address).not.toMatch(/["#<>&\n]/);
});

test("it is shown everywhere in the page, and no longer asked for in the head", () => {
  const page = `<link rel="preload" as="image" href="/assets/pot-1.svg" fetchPriority="high"/>
<link rel="preload" as="image" href="/assets/bowl-2.svg"/>
${picture("/assets/pot-1.svg", false)}${picture("/assets/pot-1.svg", true)}`;
  const done = drawingsInPage(page, read);
  expect(done).not.toContain("pot-1.svg");
  expect(done).toContain('<link rel="preload" as="image" href="/assets/bowl-2.svg"/>');
});

test("what is not marked is asked for when it is near", () => {
  const page = picture("/assets/pot-1.svg", false);
  expect(drawingsInPage(page, read)).toBe(page);
});

test.each(["/assets/photo-3.jpg", "/assets/photo-3.webp"])("a photo ends the build: %s", (file) => {
  expect(() => drawingsInPage(picture(file, true), read)).toThrow(/Only drawings/);
});

test("so does a drawing that would end its own address", () => {
  expect(() => drawingsInPage(picture("/assets/pot-1.svg", true), () => "<svg id='pot'/>")).toThrow(
    /single quotes/,
  );
});
