import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../testing.ts";
import { Toggle } from "./choice.tsx";

test("is accessible: a switch with its name and its hint", async () => {
  const { container } = render(<Toggle label="Newsletter" hint="Once a month" defaultChecked />);

  const toggle = screen.getByRole("switch", { name: "Newsletter" });
  expect(toggle).toBeChecked();
  expect(toggle).toHaveAccessibleDescription("Once a month");
  await expectAccessible(container);
});

test("the whole line moves it, unless it is disabled", async () => {
  const moved = vi.fn();
  const { rerender } = render(<Toggle label="Newsletter" onChange={moved} />);
  await userEvent.click(screen.getByText("Newsletter"));
  expect(moved).toHaveBeenCalledTimes(1);

  rerender(<Toggle label="Newsletter" onChange={moved} disabled />);
  await userEvent.click(screen.getByText("Newsletter"));
  expect(moved).toHaveBeenCalledTimes(1);
});
