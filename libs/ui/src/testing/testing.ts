import axe from "axe-core";
import { expect } from "vitest";

/**
 * Fails with axe's own sentences when the element breaks an accessibility rule. Contrast is left out: jsdom draws
 * nothing; tokens/contrast.test.ts and the browser tests see to it.
 */
export async function expectAccessible(element: Element = document.body): Promise<void> {
  const { violations } = await axe.run(element, {
    rules: {
      "color-contrast": { enabled: false },
      "link-in-text-block": { enabled: false },
      region: { enabled: false },
    },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(" ")}`)).toEqual(
    [],
  );
}

export function cachesInMemory(): CacheStorage {
  const caches = new Map<string, Map<string, Response>>();
  const urlOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, window.location.href).href;

  function cacheNamed(name: string) {
    const kept = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, kept);
    return {
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      match: async (request: RequestInfo) => kept.get(urlOf(request))?.clone(),
      put: async (request: RequestInfo, answer: Response) => void kept.set(urlOf(request), answer),
      delete: async (request: RequestInfo) => kept.delete(urlOf(request)),
    };
  }

  return {
    open: async (name: string) => cacheNamed(name),
    keys: async () => [...caches.keys()],
    match: async (request: RequestInfo) => {
      for (const name of caches.keys()) {
        const found = await cacheNamed(name).match(request);
        if (found) return found;
      }
    },
  } as unknown as CacheStorage;
}
