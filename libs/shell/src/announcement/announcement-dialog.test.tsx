import { session } from "@loyalty/api-client/session";
import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import { expectAccessible } from "@loyalty/ui/testing";
import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { closeDialog, openDialog, openedDialog } from "../account/dialogs.ts";
import { open, pass, pressOverlay, setUpDialogs } from "../account/testing.tsx";
import { Announcing } from "./announcing.ts";

const app = setUpDialogs();
const seen = () => sessionStorage.getItem("seen announcement");

test("it is accessible, says the offer and starts at Join Now", async () => {
  const dialog = await open(app, "announcement");
  expect(dialog).toHaveAccessibleName("GET RM 5 OFF when you join as a member today!");
  expect(screen.getByRole("button", { name: "Join Now" })).toHaveFocus();
  await expectAccessible(dialog);
});

test.each([
  ["the X button", () => app.user.click(screen.getByRole("button", { name: "Close" }))],
  ["Escape", () => app.user.keyboard("{Escape}")],
  ["a click on the backdrop", () => pressOverlay(app)],
])("%s closes it, and it counts as seen", async (_, leave) => {
  await open(app, "announcement");
  expect(seen()).toBeNull();
  await leave();
  expect(openedDialog()).toBeNull();
  expect(seen()).toBe("true");
});

test("joining opens the registration, and it counts as seen", async () => {
  await open(app, "announcement");
  await app.user.click(screen.getByRole("button", { name: "Join Now" }));
  expect(openedDialog()?.name).toBe("register");
  expect(seen()).toBe("true");
});

test("a visitor sees it 1 s after the home screen", async () => {
  render(<Announcing />);
  await pass(900);
  expect(openedDialog()).toBeNull();
  await pass(150);
  expect(openedDialog()?.name).toBe("announcement");
});

test("it comes once per browser session", async () => {
  sessionStorage.setItem("seen announcement", "true");
  render(<Announcing />);
  await pass(2000);
  expect(openedDialog()).toBeNull();
});

test("a member never sees it", async () => {
  act(() => signedInAs(app.api, app.api.world.members[0]!));
  render(<Announcing />);
  await pass(900);
  expect(session.getSnapshot().status).toBe("signed-in");
  expect(openedDialog()).toBeNull();
});

test("a member who has just signed out is not asked to join", async () => {
  act(() => signedInAs(app.api, app.api.world.members[0]!));
  render(<Announcing />);
  await act(() => session.end());
  await pass(2000);
  expect(openedDialog()).toBeNull();
});

test("it never covers the sign-in dialog, and comes at the next visit instead", async () => {
  const visit = render(<Announcing />);
  act(() => void openDialog("sign-in"));
  await pass(1500);
  expect(openedDialog()?.name).toBe("sign-in");
  visit.unmount();
  act(() => closeDialog());
  render(<Announcing />);
  await pass(1100);
  expect(openedDialog()?.name).toBe("announcement");
});

test("a visitor who leaves the home screen within the second does not see it", async () => {
  render(<Announcing />).unmount();
  await pass(2000);
  expect(openedDialog()).toBeNull();
});
