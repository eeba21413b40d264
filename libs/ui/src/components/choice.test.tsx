import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { RadioGroup, Toggle } from "./choice.tsx";

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

test("a radio group is accessible: its label, that it is required, and its error", async () => {
  const { container } = render(
    <RadioGroup
      label="Gender"
      required
      error="Please choose your gender"
      choices={[{ value: 1, label: "Male" }]}
    />,
  );

  const group = screen.getByRole("radiogroup", { name: "Gender" });
  expect(group).toBeRequired();
  expect(group).toBeInvalid();
  expect(group).toHaveAccessibleDescription("Please choose your gender");
  await expectAccessible(container);
});

test("choosing another radio button reports its value", async () => {
  const onChange = vi.fn();
  const choices = [
    { value: 1, label: "KL East Mall" },
    { value: 2, label: "Publika" },
  ];
  render(<RadioGroup label="Outlet" choices={choices} value={1} onChange={onChange} />);
  expect(screen.getByRole("radio", { name: "KL East Mall" })).toBeChecked();

  await userEvent.click(screen.getByText("Publika"));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(2);
});
