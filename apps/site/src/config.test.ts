import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { loadConfig } from "./config.ts";

const server = setupServer();
const warnings: string[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  warnings.length = 0;
  vi.spyOn(console, "warn").mockImplementation((line: string) => void warnings.push(line));
});
afterEach(() => {
  server.resetHandlers();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const answering = (config: object) =>
  server.use(http.get("*/config.json", () => HttpResponse.json(config)));

test("a deployment's own values win over the defaults, without a warning", async () => {
  answering({ productionHost: "www.kruabowl.example", miniOrigin: "https://m.kruabowl.example" });

  expect(await loadConfig()).toEqual({
    productionHost: "www.kruabowl.example",
    miniOrigin: "https://m.kruabowl.example",
    apiBase: "/api",
    tileUrl: "",
    tileAttribution: "",
    handoff: "ticket",
  });
  expect(warnings).toEqual([]);
});

test.each([
  ["the site itself", window.location.origin],
  ["an insecure host", "http://m.kruabowl.example"],
  ["an address with a path", "https://m.kruabowl.example/app"],
  ["nothing", ""],
])("%s as the mini-program is logged once", async (_what, miniOrigin) => {
  answering({ miniOrigin });

  await loadConfig();

  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/handoff to the mini-program is off/);
});

test("without its configuration the site works, without the handoff, and logs that", async () => {
  server.use(http.get("*/config.json", () => new HttpResponse(null, { status: 404 })));

  const { miniOrigin } = await loadConfig();

  expect(miniOrigin).toBe("");
  expect(warnings[0]).toMatch(/config.json could not be read/);
});
