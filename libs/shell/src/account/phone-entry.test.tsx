import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { open, setUpDialogs } from "./testing.tsx";

const app = setUpDialogs();

test("on a slow line a number waits for the calling codes, and is not called wrong", async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  app.server.use(
    http.get("*/api/callingCode", async () => {
      await arrived;
      return HttpResponse.json([{ id: 1, name: "60" }]);
    }),
  );
  await open(app, "sign-in");
  await app.user.type(screen.getByRole("textbox", { name: "Mobile number" }), "0123456789{Enter}");
  const button = screen.getByRole("button", { name: "Continue" });
  await waitFor(() => expect(button).toHaveAttribute("aria-busy", "true"));
  expect(screen.queryByText("Please enter a valid phone number")).not.toBeInTheDocument();

  arrive();
  expect(await screen.findByLabelText("Enter your 6-digit code")).toBeVisible();
});
