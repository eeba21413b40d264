import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** The narrowest phone the product promises to fit (design: "no sideways scroll at 360"). */
const MIN_WIDTH_PX = 360;

/** How much may move under a user's eyes while a page loads. */
const LAYOUT_SHIFT = 0.02;

/** Starts to measure what moves; to be called before the page is opened. */
export async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; nodes: string[] }[] = [];
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Node }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const nodes = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.localName}.${node.className}` : String(node?.nodeName),
        );
        shifts.push({ value: entry.value, nodes });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Nothing moved that the user did not move. */
export async function expectStill(page: Page): Promise<void> {
  const shifts = await page.evaluate(
    () =>
      (window as unknown as { layoutShifts: { value: number; nodes: string[] }[] }).layoutShifts,
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(LAYOUT_SHIFT);
}

/** Waits until whatever moves by itself has arrived: a dialog that opens, for one. A busy button's circle never does. */
export async function movementsEnd(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => null)),
    ),
  );
}

/** axe finds nothing. Colours are judged when movements have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator("main").first()).toBeAttached();
  await movementsEnd(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const loaded = window as unknown as { axe: typeof axe };
    const { violations } = await loaded.axe.run({ resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
  });
  expect(found).toEqual([]);
}

/** On a phone everything that is pressed is 24 by 24 px, or has as much space around it. */
export async function expectTargets(page: Page): Promise<void> {
  const size = page.viewportSize();
  // So high that the tabs at the foot cover nothing.
  await page.setViewportSize({ width: 390, height: 6000 });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const small = await page.evaluate(async () => {
    const loaded = window as unknown as { axe: typeof axe };
    const { violations } = await loaded.axe.run({ runOnly: ["target-size"] });
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160)));
  });
  if (size) await page.setViewportSize(size);
  expect(small).toEqual([]);
}

/** On the narrowest phone nothing sticks out to the side. */
export async function expectNothingSideways(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: MIN_WIDTH_PX, height: 740 });
  const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth);
  if (size) await page.setViewportSize(size);
  expect(wide).toBeLessThanOrEqual(MIN_WIDTH_PX);
}

/** Every text of the page is on the screen, but for what slides or scrolls to it. Also what an ancestor would cut off. */
export async function expectTextOnScreen(page: Page): Promise<void> {
  const outside = await page.evaluate(() => {
    const reached = (element: Element | null): boolean =>
      element !== null &&
      (element.matches("[aria-roledescription], .leaflet-container, [inert]") ||
        ["auto", "scroll"].includes(getComputedStyle(element).overflowX) ||
        // For screen readers only.
        getComputedStyle(element).clipPath !== "none" ||
        reached(element.parentElement));
    const outside: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (parent.closest("script, style, noscript, option, svg") || reached(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 1 && (left < -1 || right > innerWidth + 1)) outside.push(node.textContent!);
    }
    return outside;
  });
  expect(outside).toEqual([]);
}

/** Of what is open no word is broken into two lines, and nothing in the page's head covers the name beside it. */
export async function expectWordsWhole(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.body;
    const found: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (parent.closest("script, style, noscript, option, svg, [role=img]")) continue;
      for (const { 0: word, index } of node.textContent!.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    }
    for (const element of root.querySelectorAll("header a")) {
      const next = element.nextElementSibling?.getBoundingClientRect();
      const words = document.createRange();
      words.selectNodeContents(element);
      const { right, bottom } = words.getBoundingClientRect();
      // On a narrow phone the title is below the name.
      if (next?.width && right > next.left && bottom > next.top) found.push(element.textContent);
    }
    return found;
  });
  expect(found).toEqual([]);
}

export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}
