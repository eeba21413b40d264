import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { deferred, serveFakeApi } from "@loyalty/api-client/testing/setup";
import { act, render, screen } from "@testing-library/react";
import { flushSync } from "react-dom";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { expect, test } from "vitest";

import { HandOver, useDeparture } from "./hand-over.tsx";

let api: FakeApi;
serveFakeApi((fake) => (api = fake), { visitor: true });

function Departing() {
  return <p role="status">{useDeparture().status}</p>;
}

test("a member on the way to another page is handed over from that page, not from the one before", async () => {
  const loaded = deferred();
  const router = createMemoryRouter(
    [
      {
        element: (
          <ApiProvider>
            <Outlet />
            <Departing />
            <HandOver />
          </ApiProvider>
        ),
        children: [
          { path: "/rewards", element: <h1>Rewards</h1> },
          { path: "/dashboard", loader: () => loaded.promise, element: <h1>Dashboard</h1> },
        ],
      },
    ],
    { initialEntries: ["/rewards"] },
  );
  render(<RouterProvider router={router} flushSync={(change) => void flushSync(change)} />);

  await act(async () => {
    signedInAs(api, api.world.members[0]!);
    void router.navigate("/dashboard", { flushSync: true });
  });
  expect(screen.getByRole("status")).toHaveTextContent("idle");

  await act(async () => loaded.resolve());
  expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
  // It was tried: there is no mini-program here.
  expect(await screen.findByText("off")).toBeVisible();
});
