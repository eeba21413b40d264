import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { Progress } from "./progress.tsx";

test("is accessible: a named bar that says its meaning in one sentence", async () => {
  render(<Progress label="Next level" percent={49.4} text="740 of 1,500, 760 to Plus" />);

  const bar = screen.getByRole("progressbar", { name: "Next level" });
  expect(bar).toHaveAttribute("aria-valuenow", "49");
  expect(bar).toHaveAttribute("aria-valuetext", "740 of 1,500, 760 to Plus");
  await expectAccessible();
});

test.each([
  [-3, "0"],
  [140, "100"],
])("never leaves its track: %i %% is shown as %s", (percent, shown) => {
  render(<Progress label="Next level" percent={percent} text="…" />);

  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", shown);
});
