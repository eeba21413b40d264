import { afterEach, expect, test, vi } from "vitest";

import { noteServerTime, serverNow } from "./server-clock.ts";

afterEach(() => {
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

test("a phone that is ten minutes slow counts down by the server's clock", () => {
  vi.useFakeTimers({ now: new Date("2026-03-14T03:50:00Z"), toFake: ["Date"] });
  noteServerTime("Sat, 14 Mar 2026 04:00:00 GMT");

  expect(serverNow().toISOString()).toBe("2026-03-14T04:00:00.000Z");
});

test("an answer without a date changes nothing", () => {
  vi.useFakeTimers({ now: new Date("2026-03-14T03:50:00Z"), toFake: ["Date"] });
  noteServerTime("Sat, 14 Mar 2026 04:00:00 GMT");
  noteServerTime(null);
  noteServerTime("yesterday");

  expect(serverNow().toISOString()).toBe("2026-03-14T04:00:00.000Z");
});
