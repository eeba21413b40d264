/**
 * A value that changes and can be subscribed to: what React's `useSyncExternalStore` reads. Setting the same value notifies
 * no listener.
 */
export function createExternalStore<T>(first: T) {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => current,
    /** @returns how to stop listening */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    set(next: T) {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of listeners) listener();
    },
  };
}

/** Storage that never throws: what the browser refuses to keep is kept in memory, for this page. */
export interface SafeStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * Wraps a browser storage that may be missing (prerendering), blocked (private windows) or full.
 *
 * The memory hangs on the window, because the boot script and the app are two bundles and must share it.
 *
 * @param open returns the storage, or throws; called at every access, so that importing this touches nothing
 * @param name of the storage's copy in memory
 */
export function safeStorage(open: () => Storage, name: string): SafeStorage {
  const memoryFallback = (): Map<string, string> => {
    const holder = globalThis as unknown as Record<symbol, Map<string, string> | undefined>;
    return (holder[Symbol.for(`loyalty.${name}`)] ??= new Map());
  };
  return {
    read(key) {
      try {
        return memoryFallback().get(key) ?? open().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        open().setItem(key, value);
        memoryFallback().delete(key);
      } catch {
        memoryFallback().set(key, value);
      }
    },
    remove(key) {
      memoryFallback().delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Nothing is kept there, so nothing is left behind.
      }
    },
  };
}

/** One value of a storage, kept as it is; null while nothing is kept. */
export const storedText = (storage: SafeStorage, key: string) => ({
  key,
  read: () => storage.read(key),
  write: (text: string) => storage.write(key, text),
  clear: () => storage.remove(key),
});

/** A value that is kept as JSON. Others can write to storage: what does not read as JSON counts as absent. */
export const storedJson = <T>(storage: SafeStorage, key: string) => ({
  ...storedText(storage, key),
  read() {
    try {
      return JSON.parse(storage.read(key) ?? "null") as T | null;
    } catch {
      return null;
    }
  },
  write: (value: T) => storage.write(key, JSON.stringify(value)),
});

/** The browser's local storage: over visits, and shared by its tabs. */
export const localStore = safeStorage(() => window.localStorage, "local");

export const tabStore = safeStorage(() => window.sessionStorage, "tab");

/** The names in local storage of what is kept of a member: removed when they sign out. */
export const MEMBER_KEYS = { lastKnown: "lastKnown", visits: "visits", tier: "tier" } as const;
