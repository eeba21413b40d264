import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import type { World } from "@loyalty/api-client/testing/world";
import { act, render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { afterEach } from "vitest";

import { closeDialog } from "../account/dialogs.ts";

/** An API in memory and nobody signed in, again for each test of the file. */
export function setUpShell(): { api: FakeApi } {
  const app = {} as { api: FakeApi };
  serveFakeApi((api) => (app.api = api), { visitor: true });
  afterEach(() => act(() => closeDialog()));
  return app;
}

export function signInAs(api: FakeApi, differences: Partial<World["members"][number]> = {}): void {
  const member = Object.assign(api.world.members[0]!, differences);
  signedInAs(api, member);
}

/** Renders a part of the shell at an address; the address is shown, so that a test can read it. */
export function renderAt(path: string, part: ReactNode): RenderResult {
  const element = (
    <ApiProvider>
      {part}
      <Address />
    </ApiProvider>
  );
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [path] });
  return render(<RouterProvider router={router} />);
}

function Address() {
  return <output aria-label="address">{useLocation().pathname}</output>;
}
