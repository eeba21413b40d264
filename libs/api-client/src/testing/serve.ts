import { act } from "@testing-library/react";
import { setupServer, type SetupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

import { session } from "../session/current.ts";
import { createFakeApi, forgetSession, signedInAs } from "./fake-api.ts";
import type { FakeApi } from "./responses.ts";

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
