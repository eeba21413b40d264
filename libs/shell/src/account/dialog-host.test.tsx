import { signedInAs } from "@loyalty/api-client/testing/fake-api";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";

import { closeDialog, openDialog, openedDialog } from "./dialogs.ts";
import { buttonOf, field, open, put, setUpDialogs } from "./testing.tsx";

vi.mock("../legal/legal-viewer.tsx", () => {
  throw new Error("the chunk of an old release");
});

const app = setUpDialogs();

test("one dialog is shown at a time, and none once it is closed", async () => {
  await open(app, "sign-in");
  act(() => void openDialog("register"));
  expect(await screen.findByRole("dialog", { name: "Join as Member" })).toBeInTheDocument();
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  act(() => closeDialog());
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test.each(["sign-in", "register", "announcement"] as const)(
  "%s is for visitors: it closes when somebody signs in in another tab",
  async (name) => {
    await open(app, name);
    act(() => signedInAs(app.api, app.api.world.members[0]!));
    await waitFor(() => expect(openedDialog()).toBeNull());
  },
);

test("a dialog that cannot be loaded says so and leaves the page alone", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
  await open(app, "sign-in");
  act(() => void openDialog("legal", { document: "terms" }));
  expect(
    await screen.findByText("This could not be opened. Please reload the page and try again."),
  ).toBeInTheDocument();
  expect(openedDialog()).toBeNull();
  expect(screen.getByText("Behind")).toBeInTheDocument();
  quiet.mockRestore();
});

test("terms that cannot be loaded leave the registration open, with what was typed", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => {});
  await open(app, "register");
  put(field("Name"), "Aisyah");
  const reader = buttonOf(/^terms/i);
  await app.user.click(reader);
  expect(
    await screen.findByText("This could not be opened. Please reload the page and try again."),
  ).toBeInTheDocument();
  expect(openedDialog()?.name).toBe("register");
  expect(field("Name")).toHaveValue("Aisyah");
  expect(reader).toHaveFocus();
  quiet.mockRestore();
});
