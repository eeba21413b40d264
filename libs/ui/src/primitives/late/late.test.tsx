import { render, screen } from "@testing-library/react";
import { lazy } from "react";
import { expect, test } from "vitest";

import { Late } from "./late.tsx";

test("what comes late takes its place", async () => {
  const Part = lazy(async () => ({ default: () => <p>Here</p> }));
  render(
    <Late place={<p>Soon</p>}>
      <Part />
    </Late>,
  );

  expect(screen.getByText("Soon")).toBeVisible();
  expect(await screen.findByText("Here")).toBeVisible();
  expect(screen.queryByText("Soon")).not.toBeInTheDocument();
});

test("what cannot be fetched leaves the page around it standing, and is told", async () => {
  const Part = lazy<() => null>(() => Promise.reject(new TypeError("Failed to fetch the module")));
  const failed = new Promise<void>((tell) =>
    render(
      <main>
        <h1>The page</h1>
        <Late place={<p>Soon</p>} instead={<p>Not here</p>} onFailed={tell}>
          <Part />
        </Late>
      </main>,
      // React reports what a boundary caught; here it is meant to.
      { onCaughtError: () => {} },
    ),
  );
  await failed;

  expect(screen.getByRole("heading", { name: "The page" })).toBeVisible();
  expect(screen.getByText("Not here")).toBeVisible();
});
