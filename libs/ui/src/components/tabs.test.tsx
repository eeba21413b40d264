import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { Tabs } from "./tabs.tsx";

function Example() {
  const [active, setActive] = useState<"a" | "b" | "c">("a");
  return (
    <Tabs
      label="Rewards"
      active={active}
      onChange={setActive}
      tabs={[
        { key: "a", label: "Promotion", panel: "Offers" },
        { key: "b", label: "My Rewards", panel: "Mine" },
        { key: "c", label: "History", panel: "Before" },
      ]}
    />
  );
}

test("is accessible: a named list, a panel named by its tab", async () => {
  render(<Example />);

  expect(screen.getByRole("tablist", { name: "Rewards" })).toBeVisible();
  expect(screen.getByRole("tabpanel", { name: "Promotion" })).toHaveTextContent("Offers");
  await expectAccessible();
});

test("changes by a click", async () => {
  render(<Example />);

  await userEvent.click(screen.getByRole("tab", { name: "History" }));

  expect(screen.getByRole("tab", { name: "History" })).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("tabpanel")).toHaveTextContent("Before");
});

test("changes by arrows, Home and End, around the ends", async () => {
  render(<Example />);
  await userEvent.tab();
  expect(screen.getByRole("tab", { name: "Promotion" })).toHaveFocus();

  await userEvent.keyboard("{ArrowLeft}");
  expect(screen.getByRole("tab", { name: "History" })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(screen.getByRole("tabpanel")).toHaveTextContent("Mine");
  await userEvent.keyboard("{End}{Home}");
  expect(screen.getByRole("tab", { name: "Promotion" })).toHaveFocus();
});
