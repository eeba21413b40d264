import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { pendingReferral, session } from "@loyalty/api-client/session";
import { createFakeApi, forgetSession, signedInAs } from "@loyalty/api-client/testing/fake-api";
import { closeDialog, openedDialog } from "@loyalty/shell/dialogs";
import { MembersOnly } from "@loyalty/shell/members-only";
import { memberPaths, paths, publicPaths } from "@loyalty/shell/paths";
import { SessionRedirects } from "@loyalty/shell/redirects";
import { UnknownPath } from "@loyalty/shell/unknown-path";
import { CrashScreen } from "@loyalty/ui/crash-screen";
import { RouteAnnouncer } from "@loyalty/ui/route-announcer";
import { act, render, screen, waitFor } from "@testing-library/react";
import { setupServer } from "msw/node";
import type { ReactNode } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import LoginScreen from "./login-screen.tsx";

vi.mock("../home/home-screen.tsx", () => ({ default: () => <h1>Home</h1> }));

const api = createFakeApi();
const server = setupServer(...api.handlers);
const member = api.world.members[0]!;

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
  forgetSession();
});
afterEach(() => {
  act(() => closeDialog());
  vi.restoreAllMocks();
});
afterAll(() => server.close());

/** Both apps' map in small: public pages, the guard, every other path. */
function open(address: string, watchers: ReactNode = <SessionRedirects />) {
  const page = (path: string) => ({ path, element: <h1>{path}</h1> });
  const router = createMemoryRouter(
    [
      {
        element: (
          <ApiProvider>
            <main>
              <Outlet />
            </main>
            <RouteAnnouncer />
            {watchers}
          </ApiProvider>
        ),
        errorElement: <CrashScreen unknownPath={<UnknownPath />} />,
        children: [
          ...Object.values(publicPaths).map((path) =>
            path.startsWith(paths.login) ? { path, Component: LoginScreen } : page(path),
          ),
          {
            element: <MembersOnly waiting={<p>One moment</p>} />,
            children: Object.values(memberPaths).map(page),
          },
          { path: "*", element: <UnknownPath /> },
        ],
      },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return () => router.state.location.pathname;
}

const signIn = () => act(() => signedInAs(api, member));
const signOut = () => act(() => session.end());

test("a visitor on a member page is sent to the sign-in, which opens", () => {
  const here = open("/dashboard");

  expect(here()).toBe("/login");
  expect(openedDialog()?.name).toBe("sign-in");
});

test("a member walks in", () => {
  signedInAs(api, member);

  expect(open("/rewards")()).toBe("/rewards");
});

test("a member who signs out on a member page goes home and is not asked to sign in again", async () => {
  signedInAs(api, member);
  const here = open("/profile");

  await signOut();

  expect(here()).toBe("/");
  expect(openedDialog()).toBeNull();
});

test("a member who signed out and comes back is asked to sign in like any visitor", async () => {
  signedInAs(api, member);
  await session.end();

  expect(open("/profile")()).toBe("/login");
});

test("a sign-in goes on to the dashboard, and a member who opens the home page stays there", () => {
  const here = open("/menu");
  signIn();

  expect(here()).toBe("/dashboard");
  expect(open("/")()).toBe("/dashboard");
});

test("after a session that the server ended the sign-in leads back, once", async () => {
  signedInAs(api, member);
  const here = open("/redeem?tab=history", <SessionRedirects returns />);
  api.world.tokens.clear();
  await act(() => session.check());
  expect(here()).toBe("/login");

  signIn();
  expect(here()).toBe("/redeem");
  await signOut();
  signIn();
  expect(here()).toBe("/dashboard");
});

test("where the host hands over by itself, home is left as it is", () => {
  signedInAs(api, member);

  expect(open("/", <SessionRedirects handsOver={() => true} />)()).toBe("/");
});

test("an invitation's code is kept for the registration", () => {
  open("/login/AB12CD");

  expect(pendingReferral.read()).toBe("AB12CD");
});

test.each(["/nowhere", "/with\r\na-line-break"])("%j leads a visitor home", async (address) => {
  const here = open(address);

  await waitFor(() => expect(here()).toBe("/"));
});

test("an unknown path leads to the dashboard while a token is stored", async () => {
  signedInAs(api, member);
  const here = open("/nowhere");

  await waitFor(() => expect(here()).toBe("/dashboard"));
});

test("a navigation starts at the top and puts the focus on the heading", () => {
  signedInAs(api, member);
  open("/");

  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, left: 0, behavior: "instant" });
});

test("a first load leaves focus and scroll to the browser", () => {
  open("/menu");

  expect(screen.getByRole("heading", { level: 1 })).not.toHaveFocus();
  expect(window.scrollTo).not.toHaveBeenCalled();
});
