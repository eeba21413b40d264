import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";

import { countriesByCallingCode } from "../../scripts/write-countries.mjs";
import { expectAccessible } from "../testing/testing.ts";
import countries from "./countries.json";
import "./flag-urls.ts";
import { PhoneField, type PhoneFieldProps } from "./phone-field.tsx";

const callingCodes = [
  { id: 1, name: "60" },
  { id: 2, name: "65" },
  { id: 3, name: "1" },
  { id: 4, name: "61" },
  { id: 9, name: "999" },
];

function Example(props: Partial<PhoneFieldProps>) {
  const [number, setNumber] = useState("");
  const [codeId, setCodeId] = useState(1);
  return (
    <PhoneField
      callingCodes={callingCodes}
      callingCodeId={codeId}
      onCallingCodeChange={setCodeId}
      number={number}
      onNumberChange={setNumber}
      {...props}
    />
  );
}

test("is accessible: both parts are named, the error is tied to the number", async () => {
  render(<Example error="Please enter your phone number" />);

  const number = screen.getByRole("textbox", { name: "Phone number" });
  expect(number).toHaveAccessibleDescription("Please enter your phone number");
  expect(number).toHaveAttribute("autocomplete", "tel-national");
  expect(number).toHaveAttribute("inputmode", "numeric");
  expect(screen.getByRole("combobox", { name: "Country calling code" })).toHaveValue("1");
  await expectAccessible();
});

test("lists the countries by name, home first, an unknown code last", () => {
  render(<Example />);

  const options = within(screen.getByRole("combobox")).getAllByRole("option");

  expect(options.map((option) => option.textContent)).toEqual([
    "Malaysia (+60)",
    "Australia (+61)",
    "Singapore (+65)",
    "United States / Canada (+1)",
    "Country (+999)",
  ]);
});

test("passes on the chosen code and the typed number", async () => {
  const onCallingCodeChange = vi.fn();
  const onNumberChange = vi.fn();
  render(<Example onCallingCodeChange={onCallingCodeChange} onNumberChange={onNumberChange} />);

  await userEvent.selectOptions(screen.getByRole("combobox"), "Singapore (+65)");
  await userEvent.type(screen.getByRole("textbox"), "8");

  expect(onCallingCodeChange).toHaveBeenCalledWith(2);
  expect(onNumberChange).toHaveBeenCalledWith("8");
});

test("shows the country's flag, and a globe for an unknown code", async () => {
  const { container } = render(<Example />);
  await waitFor(() => expect(container.querySelector("img")?.src).toMatch(/MY\.svg/));

  await userEvent.selectOptions(screen.getByRole("combobox"), "Country (+999)");
  expect(screen.getByTestId("globe")).toBeVisible();
});

test("the table of countries is the current one", () => {
  expect(countries).toEqual(countriesByCallingCode());
});
