import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { Empty, Failed, Loading, Skeleton } from "./states.tsx";

test("are accessible", async () => {
  const { container } = render(
    <>
      <Loading text="Loading activities...">
        <Skeleton height="3rem" />
      </Loading>
      <Empty text="No recent activities found" />
      <Failed text="Failed to load activities" onRetry={() => {}} />
    </>,
  );

  await expectAccessible(container);
});

test("loading says so and marks its region as busy", () => {
  render(<Loading text="Loading activities..." />);

  expect(screen.getByRole("status")).toHaveTextContent("Loading activities...");
  expect(screen.getByRole("status")).toHaveAttribute("aria-busy", "true");
});

test("a failure is announced and offers another try", async () => {
  const retry = vi.fn();
  render(<Failed text="Failed to load rewards" onRetry={retry} />);

  expect(screen.getByRole("alert")).toHaveTextContent("Failed to load rewards");
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(retry).toHaveBeenCalledOnce();
});

test("a failure can name its try in the words of its place", () => {
  render(<Failed text="Network" onRetry={() => {}} retryLabel="Try Again" />);

  expect(screen.getByRole("button", { name: "Try Again" })).toBeVisible();
});
