import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../testing.ts";
import { Alert } from "./alert.tsx";

test("is accessible: an error is announced at once, the others politely", async () => {
  const { container } = render(
    <>
      <Alert kind="error" onDismiss={() => {}}>
        Invalid verification code. Please try again.
      </Alert>
      <Alert kind="success">Referral code submitted successfully!</Alert>
    </>,
  );

  expect(screen.getByRole("alert")).toHaveTextContent("Invalid verification code.");
  expect(screen.getByRole("status")).toHaveTextContent("submitted successfully");
  await expectAccessible(container);
});

test("goes when it is dismissed", async () => {
  const dismiss = vi.fn();
  render(
    <Alert kind="info" onDismiss={dismiss}>
      Phone number changed.
    </Alert>,
  );

  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));

  expect(dismiss).toHaveBeenCalledOnce();
});
