import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { Alert } from "./alert.tsx";

test("is accessible: an error is announced at once, the others politely", async () => {
  const { container } = render(
    <>
      <Alert kind="error">Invalid verification code. Please try again.</Alert>
      <Alert kind="success">Referral code submitted successfully!</Alert>
    </>,
  );

  expect(screen.getByRole("alert")).toHaveTextContent("Invalid verification code.");
  expect(screen.getByRole("status")).toHaveTextContent("submitted successfully");
  await expectAccessible(container);
});
