import { afterEach, describe, expect, test, vi } from "vitest";

import { safeStorage } from "./store.ts";

const blocked = () => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};
const full = (kept: Record<string, string> = {}) =>
  ({
    getItem: (key: string) => kept[key] ?? null,
    setItem: () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    },
    removeItem: (key: string) => delete kept[key],
  }) as unknown as Storage;

let name = 0;
const aName = () => `test-${(name += 1)}`;

describe.each([
  ["blocked", blocked],
  ["full", () => full()],
  ["missing", () => (undefined as unknown as Window).localStorage],
])("a storage that is %s", (_, open) => {
  test("keeps for this page what it was given, and forgets it again", () => {
    const storage = safeStorage(open, aName());
    expect(storage.read("key")).toBeNull();

    storage.write("key", "value");
    expect(storage.read("key")).toBe("value");

    storage.remove("key");
    expect(storage.read("key")).toBeNull();
  });

  test("is one memory for all bundles of the page, and not for two kinds", () => {
    const shared = aName();
    safeStorage(open, shared).write("key", "value");

    expect(safeStorage(open, shared).read("key")).toBe("value");
    expect(safeStorage(open, aName()).read("key")).toBeNull();
  });
});

describe("a storage that got full", () => {
  test("shows what was written last, not what it still holds", () => {
    const storage = safeStorage(() => full({ key: "old" }), aName());

    storage.write("key", "new");

    expect(storage.read("key")).toBe("new");
  });
});

afterEach(() => vi.restoreAllMocks());

test("a storage that works is used", () => {
  const storage = safeStorage(() => localStorage, aName());

  storage.write("key", "value");

  expect(localStorage.getItem("key")).toBe("value");
});
