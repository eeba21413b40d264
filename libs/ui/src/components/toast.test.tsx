import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { Dialog } from "./dialog.tsx";
import { showToast, Toaster } from "./toast.tsx";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => vi.useRealTimers());

test("is accessible: announced in a polite region with a name", async () => {
  render(<Toaster />);
  act(() => showToast("success", "OTP sent successfully! Please check your phone."));

  await screen.findByText("OTP sent successfully! Please check your phone.");
  const region = screen.getByRole("region", { name: /Notifications/ });
  expect(region).toHaveAttribute("aria-live", "polite");
  vi.useRealTimers();
  await expectAccessible();
});

test("is not lost when it is shown before the toaster is there", async () => {
  showToast("info", "Phone number changed.");
  render(<Toaster />);

  expect(await screen.findByText("Phone number changed.")).toBeInTheDocument();
});

test("is shown once, also where strict mode runs every effect twice", async () => {
  render(
    <StrictMode>
      <Toaster />
    </StrictMode>,
  );
  act(() => showToast("success", "Shown once"));

  expect(await screen.findAllByText("Shown once")).toHaveLength(1);
});

test("keeps clear of a code that is held out, and is at the top again afterwards", async () => {
  const page = (open: boolean) => (
    <>
      <Toaster />
      <Dialog
        open={open}
        size="full"
        title="Reward Ready!"
        closeOnOverlay={false}
        onClose={vi.fn()}
      />
    </>
  );
  const { rerender } = render(page(true));
  act(() => showToast("success", "Reward redeemed successfully!"));

  const place = async () =>
    (await screen.findByText("Reward redeemed successfully!")).closest("[data-sonner-toast]");
  expect(await place()).toHaveAttribute("data-y-position", "bottom");

  rerender(page(false));
  expect(await place()).toHaveAttribute("data-y-position", "top");
});

test("covers neither title nor close button of a dialog, and stays where it is when that closes", async () => {
  const page = (open: boolean) => (
    <>
      <Toaster />
      <Dialog open={open} title="Join as Member" closeOnOverlay={false} onClose={vi.fn()} />
    </>
  );
  const { rerender } = render(page(true));
  act(() => showToast("info", "Shown in a dialog."));

  const place = async () =>
    (await screen.findByText("Shown in a dialog.")).closest("[data-sonner-toast]");
  expect(await place()).toHaveAttribute("data-y-position", "bottom");
  rerender(page(false));
  expect(await place()).toHaveAttribute("data-y-position", "bottom");

  act(() => showToast("success", "Shown on the page."));
  expect(
    (await screen.findByText("Shown on the page.")).closest("[data-sonner-toast]"),
  ).toHaveAttribute("data-y-position", "top");
});

test("stays at the top beside a low dialog, whose buttons it would cover at the bottom", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, 420, 390, 424),
  );
  render(
    <>
      <Toaster />
      <Dialog open title="Points Collected!" closeOnOverlay={false} onClose={vi.fn()} />
    </>,
  );
  act(() => showToast("success", "Shown beside a sheet."));

  const message = await screen.findByText("Shown beside a sheet.");
  expect(message.closest("[data-sonner-toast]")).toHaveAttribute("data-y-position", "top");
  vi.restoreAllMocks();
});

test.each([3, 4, 5] as const)("stays for %i seconds", async (seconds) => {
  render(<Toaster />);
  act(() => showToast("error", `Gone after ${seconds}`, seconds));
  const message = await screen.findByText(`Gone after ${seconds}`);

  act(() => vi.advanceTimersByTime(seconds * 1000 - 500));
  expect(message.closest("[data-sonner-toast]")).toHaveAttribute("data-removed", "false");

  act(() => vi.advanceTimersByTime(1000));
  expect(screen.queryByText(`Gone after ${seconds}`)).not.toBeInTheDocument();
});
