import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { Checkbox } from "./choice.tsx";
import { SearchField, SelectField, TextField } from "./field.tsx";

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

function Example() {
  const [value, setValue] = useState("");
  return <SearchField label="Search rewards" value={value} onChange={setValue} />;
}

test("is accessible, empty and filled", async () => {
  const { container } = render(<Example />);
  await expectAccessible(container);

  await userEvent.type(screen.getByRole("searchbox", { name: "Search rewards" }), "tea");
  await expectAccessible(container);
});

test("is emptied by its button, and the next word can be typed at once", async () => {
  render(<Example />);
  await userEvent.type(screen.getByRole("searchbox"), "tea");

  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));

  expect(screen.getByRole("searchbox")).toHaveValue("");
  expect(screen.getByRole("searchbox")).toHaveFocus();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
