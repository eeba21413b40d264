import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { cachesInMemory } from "../testing/testing.ts";
import { i18n } from "./i18n.ts";
import { deletePack, downloadPack, downloadedPacks } from "./language-packs.ts";
import { setLanguage } from "./set-language.ts";

const server = setupServer();
const address = (code: string) => new RegExp(`/assets/languages/${code}-\\w+\\.json$`);
const pack = (close: string) => HttpResponse.json({ components: { close } });
const preference = (
  selectedLanguage: "en" | "ms" | "zh",
  fallbackLanguage: "en" | "ms" = "en",
) => ({
  selectedLanguage,
  fallbackLanguage,
});

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => vi.stubGlobal("caches", cachesInMemory()));
afterEach(async () => {
  server.resetHandlers();
  for (const code of ["ms", "zh"]) i18n.removeResourceBundle(code, "components");
  await i18n.changeLanguage("en");
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const online = (code: string, close: string) =>
  server.use(http.get(address(code), () => pack(close)));
const offline = () => server.use(http.get(/\/assets\//, () => HttpResponse.error()));

test("a language is fetched when it is chosen, and the document says so", async () => {
  online("ms", "Tutup");

  expect(await setLanguage(preference("ms"))).toBe("ms");
  expect(i18n.t("close", { ns: "components" })).toBe("Tutup");
  expect(document.documentElement.lang).toBe("ms");
  expect(await downloadedPacks()).toEqual([]);
});

test("a downloaded language is used without a network, a removed one is not", async () => {
  online("ms", "Tutup");
  await downloadPack("ms");
  offline();
  expect(await downloadedPacks()).toEqual(["ms"]);
  expect(await setLanguage(preference("ms"))).toBe("ms");

  i18n.removeResourceBundle("ms", "components");
  await i18n.changeLanguage("en");
  await deletePack("ms");

  expect(await downloadedPacks()).toEqual([]);
  expect(await setLanguage(preference("ms"))).toBe("en");
});

test("the pack of an earlier release is used while this release's cannot be fetched", async () => {
  const cache = await caches.open("language-packs");
  await cache.put("/assets/languages/ms-00000000.json", pack("Tutupkan"));
  offline();

  expect(await setLanguage(preference("ms"))).toBe("ms");
  expect(i18n.t("close", { ns: "components" })).toBe("Tutupkan");
});

test("the fallback is used where the chosen language cannot be had", async () => {
  server.use(http.get(address("zh"), () => new HttpResponse(null, { status: 500 })));
  online("ms", "Tutup");

  expect(await setLanguage(preference("zh", "ms"))).toBe("ms");
});

test("the newest preference wins, however late the texts of an older one arrive", async () => {
  let release = () => {};
  const late = new Promise<void>((resolve) => (release = resolve));
  server.use(http.get(address("ms"), () => late.then(() => pack("Tutup"))));

  const first = setLanguage(preference("ms"));
  await setLanguage(preference("en"));
  release();

  expect(await first).toBe("en");
  expect(i18n.language).toBe("en");
});

test("the same preference twice is fetched once, and both wait until it is set", async () => {
  let asked = 0;
  server.use(
    http.get(address("ms"), () => {
      asked += 1;
      return pack("Tutup");
    }),
  );

  expect(await Promise.all([setLanguage(preference("ms")), setLanguage(preference("ms"))])).toEqual(
    ["ms", "ms"],
  );
  expect(asked).toBe(1);
});

test("a download that fails keeps nothing", async () => {
  offline();

  await expect(downloadPack("ms")).rejects.toThrow("Failed to fetch");
  expect(await downloadedPacks()).toEqual([]);
});
