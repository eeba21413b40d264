import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { Picture } from "./picture.tsx";

test("is accessible, shown or failed", async () => {
  const { container } = render(<Picture src="/bowl.svg" alt="A bowl of tom yum" ratio="3 / 2" />);
  await expectAccessible(container);

  fireEvent.error(screen.getByRole("img"));
  await expectAccessible(container);
  expect(screen.getByRole("img", { name: "A bowl of tom yum" })).toBeVisible();
});

test("says that it failed to load", () => {
  render(<Picture src="/gone.svg" alt="A bowl" ratio="1" />);

  fireEvent.error(screen.getByRole("img"));

  expect(screen.getByText("Failed to load")).toBeVisible();
});

test("tries again when it is given another address", () => {
  const { rerender } = render(<Picture src="/gone.svg" alt="A bowl" ratio="1" />);
  fireEvent.error(screen.getByRole("img"));

  rerender(<Picture src="/there.svg" alt="A bowl" ratio="1" />);

  expect(screen.getByRole("img")).toHaveAttribute("src", "/there.svg");
});

test("loads when it is needed, or at once when it is the first", () => {
  render(
    <>
      <Picture src="/1.svg" alt="first" ratio="1" eager />
      <Picture src="/2.svg" alt="second" ratio="1" />
    </>,
  );

  expect(screen.getByRole("img", { name: "first" })).toHaveAttribute("loading", "eager");
  expect(screen.getByRole("img", { name: "second" })).toHaveAttribute("loading", "lazy");
});
