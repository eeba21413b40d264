import { act } from "@testing-library/react";
import { setupServer, type SetupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

import { session } from "../session/current.ts";
import { createFakeApi, forgetSession, signedInAs } from "./fake-api.ts";
import type { FakeApi } from "./responses.ts";
import type { Mutex } from "../session/page.ts";
import { createTokenStore, type TokenStore } from "../session/token-store.ts";
import { safeStorage } from "../store.ts";

/**
 * Gives every test of a file a fake API of its own, and ends its session after it.
 *
 * @param onStart takes the test's API
 * @param options `visitor` leaves everybody signed out; else the first member is signed in
 */
export function serveFakeApi(
  onStart: (api: FakeApi) => void,
  { visitor = false }: { visitor?: boolean } = {},
): SetupServer {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterAll(() => server.close());
  beforeEach(() => {
    const api = createFakeApi();
    server.use(...api.handlers);
    session.restore();
    if (!visitor) act(() => signedInAs(api, api.world.members[0]!));
    onStart(api);
  });
  afterEach(() => {
    act(() => forgetSession());
    server.resetHandlers();
  });
  return server;
}

export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let settle: ((value: T) => void) | undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle?.(value) };
}

/** The store of one tab: all share this browser's `localStorage`, and each has a memory of its own. */
export function storeOfTab(): TokenStore {
  const memory = new Map<string, string>();
  return createTokenStore(
    safeStorage(() => localStorage, "local"),
    {
      read: (key) => memory.get(key) ?? null,
      write: (key, value) => void memory.set(key, value),
      remove: (key) => void memory.delete(key),
    },
  );
}

/** What a Web Lock does: one piece of work after the other, over all tabs; an aborted wait is dropped. */
export function aLock(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) => {
    let started = false;
    const mine = last.then(() => {
      signal?.throwIfAborted();
      started = true;
      return work();
    });
    last = mine.catch(() => {});
    return new Promise((resolve, reject) => {
      mine.then(resolve, reject);
      signal?.addEventListener("abort", () => started || reject(signal.reason));
    });
  };
}
