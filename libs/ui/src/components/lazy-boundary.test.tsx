import { render, screen } from "@testing-library/react";
import { lazy } from "react";
import { expect, test } from "vitest";

import { LazyBoundary } from "./lazy-boundary.tsx";

test("what has loaded replaces the fallback", async () => {
  const Part = lazy(async () => ({ default: () => <p>Here</p> }));
  render(
    <LazyBoundary fallback={<p>Soon</p>}>
      <Part />
    </LazyBoundary>,
  );

  expect(screen.getByText("Soon")).toBeVisible();
  expect(await screen.findByText("Here")).toBeVisible();
  expect(screen.queryByText("Soon")).not.toBeInTheDocument();
});

test("what cannot be fetched leaves the page around it as it is, and is reported", async () => {
  const Part = lazy<() => null>(() => Promise.reject(new TypeError("Failed to fetch the module")));
  const failed = new Promise<void>((report) =>
    render(
      <main>
        <h1>The page</h1>
        <LazyBoundary fallback={<p>Soon</p>} errorFallback={<p>Not here</p>} onError={report}>
          <Part />
        </LazyBoundary>
      </main>,
      // React reports what a boundary caught; here it is meant to.
      { onCaughtError: () => {} },
    ),
  );
  await failed;

  expect(screen.getByRole("heading", { name: "The page" })).toBeVisible();
  expect(screen.getByText("Not here")).toBeVisible();
});
