import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import { expectAccessible } from "../../testing/accessibility.ts";
import { SearchField } from "./search-field.tsx";

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
