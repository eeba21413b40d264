import { UnsavedChangesDialog } from "@loyalty/ui/unsaved-changes";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, Outlet, RouterProvider } from "react-router";
import { expect, test } from "vitest";

import { ReasonDialog } from "./form-dialog.tsx";

function Screen() {
  return (
    <ReasonDialog
      title="Void the bill?"
      text="The points go."
      confirmLabel="Void"
      failed="Failed."
      onConfirm={async () => {}}
      onClose={() => {}}
    />
  );
}

function open() {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <UnsavedChangesDialog />
          </>
        ),
        children: [
          { path: "/bills", element: <Screen /> },
          { path: "/today", element: <Link to="/bills">Today</Link> },
        ],
      },
    ],
    { initialEntries: ["/today", "/bills"], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return router;
}

test("a typed reason is not lost by the browser's way back without a question", async () => {
  const user = userEvent.setup();
  const router = open();
  await user.type(screen.getByRole("textbox"), "The guest paid twice");

  await router.navigate(-1);
  const question = await screen.findByRole("alertdialog", { name: "Unsaved changes" });
  expect(question).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Stay" }));
  expect(screen.getByRole("textbox")).toHaveValue("The guest paid twice");

  await router.navigate(-1);
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("Today")).toBeVisible();
});

test("nothing typed, nothing asked; the browser's own question too", async () => {
  const leaves = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const user = userEvent.setup();
  const router = open();
  expect(leaves()).toBe(true);
  await user.type(screen.getByRole("textbox"), "x");
  expect(leaves()).toBe(false);
  await user.clear(screen.getByRole("textbox"));

  await router.navigate(-1);
  expect(await screen.findByText("Today")).toBeVisible();
  expect(leaves()).toBe(true);
});
