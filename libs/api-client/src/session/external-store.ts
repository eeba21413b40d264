/** A value that changes, and those who want to know: what React's `useSyncExternalStore` reads. */
export interface ExternalStore<T> {
  getSnapshot(): T;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
}

/** Makes one. Setting the very same value tells nobody. */
export function createExternalStore<T>(first: T): ExternalStore<T> & { set(next: T): void } {
  let current = first;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    set(next) {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of listeners) listener();
    },
  };
}
