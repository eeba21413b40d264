import { expect, test } from "vitest";

import { retryDelay, sha256, whenActivated } from "./page.ts";

test("a page that is shown is active at once", async () => {
  await expect(whenActivated(document)).resolves.toBeUndefined();
});

test("a prerendered page is active when it is shown", async () => {
  const page = Object.assign(new EventTarget(), { prerendering: true });
  let active = false;
  void whenActivated(page as unknown as Document).then(() => (active = true));
  await Promise.resolve();
  expect(active).toBe(false);

  page.dispatchEvent(new Event("prerenderingchange"));
  await Promise.resolve();

  expect(active).toBe(true);
});

test("a token is remembered by its sha256", async () => {
  expect(await sha256("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("the waits between tries double up to 30 s", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 100].map(retryDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});
