import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../../testing/accessibility.ts";
import { Checkbox } from "./checkbox.tsx";
import { SelectField } from "./select-field.tsx";
import { TextField } from "./text-field.tsx";

test("are accessible: named, described by their error and hint", async () => {
  const { container } = render(
    <>
      <TextField label="Name" hint="As on your card" error="Please enter your name" required />
      <SelectField label="Gender" error="Please choose">
        <option>Male</option>
      </SelectField>
      <Checkbox label="I agree to the terms" error="Please agree" />
    </>,
  );

  const name = screen.getByRole("textbox", { name: "Name" });
  expect(name).toHaveAccessibleDescription("Please enter your name As on your card");
  expect(name).toBeInvalid();
  expect(name).toBeRequired();
  expect(screen.getByRole("combobox", { name: "Gender" })).toHaveAccessibleDescription(
    "Please choose",
  );
  expect(screen.getByRole("checkbox")).toHaveAccessibleDescription("Please agree");
  await expectAccessible(container);
});

test("without an error a field is valid and describes itself by its hint alone", () => {
  render(<TextField label="Name" hint="As on your card" />);

  expect(screen.getByRole("textbox")).toBeValid();
  expect(screen.getByRole("textbox")).toHaveAccessibleDescription("As on your card");
});

test("a form library can register the input by its ref", () => {
  const ref = vi.fn();
  render(<TextField label="Name" ref={ref} />);

  expect(ref).toHaveBeenCalledWith(screen.getByRole("textbox"));
});

test("the whole sentence ticks the box", async () => {
  render(<Checkbox label="I agree to the terms" />);

  await userEvent.click(screen.getByText("I agree to the terms"));

  expect(screen.getByRole("checkbox")).toBeChecked();
});
