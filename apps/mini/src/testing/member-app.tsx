import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { createQueryClient } from "@loyalty/api-client/react/query-client";
import { createFakeApi, signedInAs } from "@loyalty/api-client/testing/fake-api";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { render, screen } from "@testing-library/react";
import type { RequestHandler } from "msw";
import type { ComponentType } from "react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router";

import { MemberToaster } from "../app/member-toaster.tsx";

interface MemberApp {
  api: FakeApi;
  open: (address: string, path: string, Page: ComponentType) => void;
  /** Answers what is none of the API's calls, in this test. */
  serve: (...handlers: RequestHandler[]) => void;
  address: () => string;
}

/** One member of the fake API, signed in, on a page of the mini-program. */
export function setUpMemberApp(): MemberApp {
  let router: ReturnType<typeof createMemoryRouter>;
  const app: MemberApp = {
    api: createFakeApi(),
    open(address, path, Page) {
      signedInAs(app.api, app.api.world.members[0]!);
      const routes: RouteObject[] = [
        { path, Component: Page },
        { path: "*", element: <p>elsewhere</p> },
      ];
      router = createMemoryRouter(routes, { initialEntries: [address] });
      render(
        <ApiProvider client={createQueryClient({ retry: false })}>
          <RouterProvider router={router} />
          <MemberToaster />
        </ApiProvider>,
      );
    },
    serve: (...handlers) => server.use(...handlers),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
  };
  const server = serveFakeApi((api) => (app.api = api), { visitor: true });
  return app;
}

/** The titles of a list's tiles, in their order. */
export function tileTitles(): (string | null)[] {
  return screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
}
