import { session } from "@loyalty/api-client/session";
import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import { expectAccessible } from "@loyalty/ui/testing";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { openedDialog } from "./dialogs.ts";
import { open, setUpDialogs } from "./testing.tsx";

const app = setUpDialogs();
const press = (name: string) => app.user.click(screen.getByRole("button", { name }));

async function openSignedIn(variant?: "profile") {
  act(() => signedInAs(app.api, app.api.world.members[0]!));
  return open(app, "sign-out", { variant });
}

test("it is accessible, asks, and Cancel has the focus", async () => {
  const dialog = await openSignedIn();
  expect(dialog).toHaveAccessibleName("Sign Out");
  expect(dialog).toHaveAccessibleDescription("Are you sure you want to sign out?");
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await expectAccessible(dialog);
});

test("the profile says what signing out means", async () => {
  const dialog = await openSignedIn("profile");
  expect(dialog).toHaveAccessibleDescription(
    "Are you sure you want to sign out? You will need to log in again to access your account.",
  );
});

test("Sign Out ends the session here and at the server", async () => {
  await openSignedIn();
  await press("Sign Out");
  expect(session.getSnapshot().status).toBe("signed-out");
  expect(localStorage.getItem("authToken")).toBeNull();
  expect(app.outcomes).toEqual(["signed out"]);
  expect(openedDialog()).toBeNull();
  await waitFor(() => expect(app.api.requests).toContain("POST /api/member/logout"));
});

test("a server that cannot be reached keeps nobody signed in", async () => {
  await openSignedIn();
  app.api.failNext("POST /member/logout", 0);
  await press("Sign Out");
  expect(session.getSnapshot().status).toBe("signed-out");
  expect(app.outcomes).toEqual(["signed out"]);
});

test("Cancel changes nothing", async () => {
  await openSignedIn();
  await press("Cancel");
  expect(openedDialog()).toBeNull();
  expect(session.getSnapshot().status).toBe("signed-in");
  expect(app.outcomes).toEqual([]);
});
