import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { forgetSession, signedInAs } from "@loyalty/api-client/testing/fake-api";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { SessionRedirects } from "@loyalty/shell/redirects";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";

import { HandOver } from "./hand-over.tsx";
import MemberRedirect from "./member-redirect.tsx";

let api: FakeApi;
serveFakeApi((fake) => (api = fake), { visitor: true });

function openMemberPath() {
  const router = createMemoryRouter(
    [
      {
        path: "/dashboard",
        element: (
          <ApiProvider>
            <MemberRedirect />
            <HandOver />
            <SessionRedirects />
          </ApiProvider>
        ),
      },
      { path: "/login", element: <h1>Sign in here</h1> },
    ],
    { initialEntries: ["/dashboard"] },
  );
  render(<RouterProvider router={router} />);
  return () => router.state.location.pathname;
}

test("a visitor on a member path is sent to the sign-in", () => {
  expect(openMemberPath()()).toBe("/login");
});

test("a member on a member path is shown nothing of theirs, and stays when there is no mini-program", async () => {
  signedInAs(api, api.world.members[0]!);
  const here = openMemberPath();

  expect(
    await screen.findByRole("heading", { name: "The members' app has no address here" }),
  ).toBeVisible();
  expect(screen.queryByText(api.world.members[0]!.name)).toBeNull();
  expect(here()).toBe("/dashboard");
});

test("a member who signs out there is a visitor like any other", async () => {
  signedInAs(api, api.world.members[0]!);
  const here = openMemberPath();

  await act(async () => forgetSession());

  expect(here()).toBe("/login");
});
