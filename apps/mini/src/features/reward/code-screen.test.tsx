import cases from "@loyalty/api-client/cases/voucher-codes.json";
import { aVoucher } from "@loyalty/api-client/testing/world";
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
  expect(screen.getByRole("timer")).toHaveTextContent("0:01 left.");
  expect(screen.getByRole("img", { name: /^Code KB7Q/ })).toBeVisible();
  expect(screenOf.held()).toBe(1);

  await pass(1);
  expect(screen.getByText("The time is over. The reward is yours again.")).toBeVisible();
  expect(screen.queryByRole("img", { name: /^Code/ })).not.toBeInTheDocument();
  expect(screen.queryByText(/^Present this code/)).not.toBeInTheDocument();
  expect(screenOf.held()).toBe(0);
});

/** A QR code of version 8 has 49 modules on a side, and a border of four on each. */
const VERSION_8 = 49 + 2 * 4;
const sizeOf = (qr: HTMLElement) => Number(qr.getAttribute("viewBox")!.split(" ")[3]);
const qr = () => screen.getByRole("img", { name: "QR code of this reward" });

test("a code that a till can verify without the network is in the QR, the short one is there for typing", () => {
  const voucher = shown(MINUTE_MS);
  const { rerender } = render(<CodeScreen voucher={voucher} onDone={() => {}} />);
  const short = sizeOf(qr());
  const drawn = qr().innerHTML;

  const { text } = cases.signed;
  const signed = { ...voucher, signedCode: text, tillName: "Counter 1", outletId: 1 };
  rerender(<CodeScreen voucher={signed} onDone={() => {}} />);

  expect(sizeOf(qr())).toBeGreaterThan(short);
  expect(sizeOf(qr())).toBeLessThanOrEqual(VERSION_8);
  expect(qr().innerHTML).not.toBe(drawn);
  expect(screen.getByRole("img", { name: /^Code KB7Q/ })).toBeVisible();
  expect(screen.getByText("Works without a network, at Counter 1 only")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent("1:00 left.");
});

test("where no till works without the network, nothing of it is offered", () => {
  const voucher = { ...shown(MINUTE_MS), signedCode: null, tillName: null, outletId: 1 };
  render(<CodeScreen voucher={voucher} onDone={() => {}} />);

  expect(screen.getByRole("img", { name: /^Code KB7Q/ })).toBeVisible();
  expect(sizeOf(qr())).toBeLessThan(VERSION_8);
  expect(screen.queryByRole("button", { name: /No network/ })).toBeNull();
  expect(screen.queryByText(/without a network/)).toBeNull();
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
