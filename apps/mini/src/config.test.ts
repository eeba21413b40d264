import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that answers late, on the test's clock. */
function answersAfter(delayMs: number) {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("timeout")), ms);
    return controller.signal;
  });
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    return new Promise((resolve, reject) => {
      signal!.addEventListener("abort", () => reject(signal!.reason as Error));
      setTimeout(() => resolve(Response.json({ productionHost: "www.example.com" })), delayMs);
    });
  });
}

test.each([
  [8_000, "www.example.com"],
  [12_000, ""],
])("with a config.json that takes %d ms the site that is trusted is %j", async (delayMs, host) => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  answersAfter(delayMs);
  vi.resetModules();
  const { loadConfig: load } = await import("./config.ts");

  const loaded = load();
  await vi.advanceTimersByTimeAsync(12_000);

  expect((await loaded).productionHost).toBe(host);
});
