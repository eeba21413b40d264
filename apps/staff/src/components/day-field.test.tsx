import { i18n } from "@loyalty/ui/i18n";
import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";

import { DayField } from "./day-field.tsx";

afterEach(() => act(() => i18n.changeLanguage("en")));

function Day({ withTime }: { withTime?: boolean }) {
  const [day, setDay] = useState("");
  return (
    <>
      <DayField label="Day" value={day} onChange={setDay} withTime={withTime} />
      <output>{day}</output>
    </>
  );
}

test("a day is typed as people write it, sent as one form and written as the page writes days", async () => {
  render(<Day />);
  const field = screen.getByRole("textbox", { name: "Day" });
  await userEvent.type(field, "12/11/2026");
  expect(field).toHaveValue("12/11/2026");
  expect(screen.getByRole("status")).toHaveTextContent("2026-11-12");
  await userEvent.tab();
  expect(field).toHaveValue("12 Nov 2026");
  await act(() => i18n.changeLanguage("zh"));
  expect(field).toHaveValue("2026年11月12日");
});

test("what is no day is said, and stays to be corrected", async () => {
  render(<Day withTime />);
  const field = screen.getByRole("textbox", { name: "Day" });
  await userEvent.type(field, "12/31/2026 7:34 PM");
  expect(field).not.toHaveAttribute("aria-invalid");
  await userEvent.tab();
  expect(field).toHaveValue("12/31/2026 7:34 PM");
  expect(field).toHaveAccessibleDescription("Write a day and a time such as 27 Nov 2026, 7:34 PM.");
  await userEvent.clear(field);
  await userEvent.type(field, "31/12/2026 7:34 PM");
  await userEvent.tab();
  expect(field).toHaveValue("31 Dec 2026, 7:34 PM");
  expect(screen.getByRole("status")).toHaveTextContent("2026-12-31T19:34");
});

test("a day is chosen in the calendar by the keyboard, and Escape leaves it as it was", async () => {
  render(<Day />);
  const field = screen.getByRole("textbox", { name: "Day" });
  await userEvent.type(field, "27 Nov 2026");
  await userEvent.click(screen.getByRole("button", { name: "Calendar" }));
  const chosen = await screen.findByRole("button", { name: "Friday, 27 Nov 2026" });
  await waitFor(() => expect(chosen).toHaveFocus());
  await userEvent.keyboard("{ArrowRight}{ArrowDown}{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent("2026-12-05");
  expect(field).toHaveValue("5 Dec 2026");
  await userEvent.click(screen.getByRole("button", { name: "Calendar" }));
  await screen.findByRole("grid");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("grid")).not.toBeInTheDocument();
  expect(field).toHaveValue("5 Dec 2026");
});
