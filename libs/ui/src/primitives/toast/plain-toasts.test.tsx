import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { expectAccessible } from "../../testing/accessibility.ts";
import { PlainToasts } from "./plain-toasts.tsx";
import { showToast, toastQueue } from "./toast.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => vi.useRealTimers());

test("what is to be said is said without the toaster, for its time", async () => {
  showToast("error", "Failed to redeem reward. Please try again.", 4);
  render(<PlainToasts waiting={toastQueue.read()} />);
  expect(screen.getByRole("status")).toHaveTextContent(
    "Failed to redeem reward. Please try again.",
  );

  act(() => vi.advanceTimersByTime(3900));
  expect(toastQueue.read()).toHaveLength(1);
  act(() => vi.advanceTimersByTime(200));
  expect(toastQueue.read()).toEqual([]);
  vi.useRealTimers();
  await expectAccessible();
});
