import { Toaster } from "@loyalty/ui/toast";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

import { JoinSteps } from "./join-steps.tsx";

vi.mock("@loyalty/ui/picture-viewer", () => {
  throw new Error("the chunk of an old release");
});

beforeEach(() =>
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  })),
);

test("a picture that cannot be opened large says so and leaves the page alone", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <>
      <JoinSteps />
      <Toaster />
    </>,
  );

  const picture = screen.getAllByLabelText(/^Enlarge/)[0]!;
  fireEvent.click(picture);

  expect(
    await screen.findByText("This could not be opened. Please reload the page and try again."),
  ).toBeInTheDocument();
  expect(picture).toBeInTheDocument();
});
