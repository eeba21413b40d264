import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { useSession } from "@loyalty/api-client/react/session";
import { session } from "@loyalty/api-client/session";
import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";

import { MembersOnly } from "./members-only.tsx";
import { paths } from "./paths.ts";
import { SessionRedirects } from "./redirects.tsx";

let api: FakeApi;
const server = serveFakeApi((fake) => (api = fake));
let stopWatching = () => {};

beforeEach(() => {
  stopWatching = session.watch(window);
});
afterEach(() => stopWatching());

/** A member's page with something to type and the name of the signed-in member. */
function Page() {
  const current = useSession();
  return (
    <>
      <input aria-label="Note" />
      <p>{current.status === "signed-in" ? current.user.name : "Nobody"}</p>
    </>
  );
}

async function openAndType() {
  const router = createMemoryRouter(
    [
      {
        path: paths.profile,
        element: (
          <ApiProvider>
            <MembersOnly waiting={<p>One moment</p>} />
            <SessionRedirects />
          </ApiProvider>
        ),
        children: [{ index: true, element: <Page /> }],
      },
      { path: "*", element: <p>Elsewhere</p> },
    ],
    { initialEntries: [paths.profile] },
  );
  render(<RouterProvider router={router} />);
  await userEvent.type(screen.getByLabelText("Note"), "half a sentence");
}

/** The session's next check waits until the test answers it. */
function holdCheck() {
  let answer: (status?: number) => void = () => {};
  const answered = new Promise<number | undefined>((resolve) => (answer = resolve));
  server.use(
    http.get("*/checksession", async () => {
      const status = await answered;
      return status ? HttpResponse.json({ message: "no" }, { status }) : undefined;
    }),
  );
  return (status?: number) => answer(status);
}

const comeBack = () =>
  act(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
const isHidden = () => screen.getByLabelText("Note").closest("[inert]") !== null;

test("a page from the back-forward cache is hidden until the session was checked, and nothing typed is lost", async () => {
  await openAndType();
  const answer = holdCheck();
  comeBack();

  expect(isHidden()).toBe(true);
  expect(screen.getByText("One moment")).toBeVisible();

  answer();
  await waitFor(() => expect(isHidden()).toBe(false));
  expect(screen.getByLabelText("Note")).toHaveValue("half a sentence");
  expect(screen.getByLabelText("Note")).toHaveFocus();
  expect(screen.queryByText("One moment")).toBeNull();
});

test("a page from the back-forward cache is not shown again after a sign-out", async () => {
  await openAndType();
  const answer = holdCheck();
  comeBack();
  answer(401);

  expect(await screen.findByText("Elsewhere")).toBeVisible();
  expect(screen.queryByLabelText("Note")).toBeNull();
});

test("another member gets pages of their own", async () => {
  await openAndType();
  act(() => signedInAs(api, api.world.members[1]!));

  expect(screen.getByText("Benjamin")).toBeVisible();
  expect(screen.getByLabelText("Note")).toHaveValue("");
});
