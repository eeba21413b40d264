import { aVoucher } from "@loyalty/api-client/testing/world.ts";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { CodeScreen } from "./code-screen.tsx";

const MINUTE_MS = 60_000;

/** A browser with wake locks, which releases them by itself when the page is hidden. */
function keptOn() {
  let held = 0;
  const request = async () => {
    held += 1;
    return { release: async () => void (held -= 1) };
  };
  vi.stubGlobal("navigator", { ...navigator, wakeLock: { request } });
  const visibility = vi.spyOn(document, "visibilityState", "get");
  return {
    held: () => held,
    show(state: "visible" | "hidden") {
      if (state === "hidden") held = 0;
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

const shown = (ms: number) =>
  aVoucher({ presentUntil: new Date(Date.now() + ms).toISOString(), statusId: 2 });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the screen stays on while the code is out, also after another app, and not beyond", async () => {
  const screenOf = keptOn();
  const { unmount } = render(<CodeScreen voucher={shown(MINUTE_MS)} onDone={() => {}} />);
  await pass(0);
  expect(screenOf.held()).toBe(1);

  screenOf.show("hidden");
  await pass(0);
  expect(screenOf.held()).toBe(0);
  screenOf.show("visible");
  await pass(0);
  expect(screenOf.held()).toBe(1);

  unmount();
  await pass(0);
  expect(screenOf.held()).toBe(0);
});

test("when the time is over there is no code to present any more, and the screen may go off", async () => {
  const screenOf = keptOn();
  render(<CodeScreen voucher={shown(MINUTE_MS)} onDone={() => {}} />);
  await pass(MINUTE_MS - 1);
  expect(screen.getByRole("timer")).toHaveTextContent("Yours again in 0:01");
  expect(screen.getByRole("img", { name: /^Code KB7Q/ })).toBeVisible();
  expect(screenOf.held()).toBe(1);

  await pass(1);
  expect(screen.getByText("The time is over. The reward is yours again.")).toBeVisible();
  expect(screen.queryByRole("img", { name: /^Code/ })).not.toBeInTheDocument();
  expect(screen.queryByText(/^Present this code/)).not.toBeInTheDocument();
  expect(screenOf.held()).toBe(0);
});

test("a voucher that was taken lets the screen go off", async () => {
  const screenOf = keptOn();
  const voucher = shown(MINUTE_MS);
  const { rerender } = render(<CodeScreen voucher={voucher} onDone={() => {}} />);
  await pass(0);
  rerender(
    <CodeScreen voucher={{ ...voucher, usedAt: new Date().toISOString() }} onDone={() => {}} />,
  );
  await pass(0);

  expect(screen.getByText("Enjoy!")).toBeVisible();
  expect(screenOf.held()).toBe(0);
});
