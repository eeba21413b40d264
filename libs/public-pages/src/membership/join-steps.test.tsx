import { expectAccessible } from "@loyalty/ui/testing";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { JoinSteps } from "./join-steps.tsx";

let wantsStillness = false;

beforeEach(() => {
  wantsStillness = false;
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({
    matches: wantsStillness,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const jump = (name: RegExp) => screen.getByRole("button", { name });
const inFront = () => screen.getByRole("button", { current: "step" }).textContent;
const picture = () => screen.getByRole("button", { name: /^Enlarge/ });

const first = "1Tell us who you are";
const second = "2Type the code";
const third = "3Show your card";

test("is accessible: three steps, each with its text, and the picture of the one in front", async () => {
  const { container } = render(<JoinSteps />);
  for (const text of [
    /fill in your name, your mobile number and your birthday/,
    /A 6-digit TAC code arrives by WhatsApp/,
    /show this QR code to our staff before you pay/,
  ])
    expect(screen.getByText(text)).toBeVisible();
  expect(picture()).toHaveAccessibleName(
    "Enlarge: The form Join as Member with a name and a mobile number",
  );

  vi.useRealTimers();
  await expectAccessible(container);
});

test("the picture that is shown first is fetched before the others", () => {
  const { container } = render(<JoinSteps />);
  expect([...container.querySelectorAll("img")].map((img) => img.getAttribute("loading"))).toEqual([
    "eager",
    "lazy",
    "lazy",
  ]);
  expect(container.querySelectorAll('img[fetchpriority="high"]')).toHaveLength(1);
});

test("the steps turn every 4 s, round and round, and the picture with them", () => {
  render(<JoinSteps />);
  expect(inFront()).toBe(first);

  wait(3999);
  expect(inFront()).toBe(first);
  wait(1);
  expect(inFront()).toBe(second);
  expect(picture()).toHaveAccessibleName(/^Enlarge: Six boxes/);
  wait(4000);
  expect(inFront()).toBe(third);
  wait(4000);
  expect(inFront()).toBe(first);
});

test("an indicator jumps to its step, which then has its whole time", () => {
  render(<JoinSteps />);
  wait(3000);

  fireEvent.click(jump(/Show your card/));
  expect(inFront()).toBe(third);
  wait(3999);
  expect(inFront()).toBe(third);
  wait(1);
  expect(inFront()).toBe(first);
});

test("a resting mouse holds the step", () => {
  render(<JoinSteps />);
  fireEvent.pointerEnter(picture(), { pointerType: "mouse" });
  wait(20_000);
  expect(inFront()).toBe(first);

  fireEvent.pointerLeave(picture(), { pointerType: "mouse" });
  wait(4000);
  expect(inFront()).toBe(second);
});

test("the steps can be paused for good", () => {
  render(<JoinSteps />);
  fireEvent.click(jump(/^Pause the steps/));
  wait(20_000);
  expect(inFront()).toBe(first);

  fireEvent.click(jump(/^Play the steps/));
  wait(4000);
  expect(inFront()).toBe(second);
});

test("where less motion is preferred nothing turns, and there is nothing to pause", () => {
  wantsStillness = true;
  render(<JoinSteps />);
  wait(20_000);
  expect(inFront()).toBe(first);
  expect(screen.queryByRole("button", { name: /the steps$/ })).not.toBeInTheDocument();
});

test("a picture opens large, the steps wait, and Escape closes it", async () => {
  render(<JoinSteps />);
  fireEvent.click(picture());
  vi.useRealTimers();
  const viewer = await screen.findByRole("dialog", {
    name: "The form Join as Member with a name and a mobile number",
  });
  expect(viewer).toHaveTextContent("100%");

  fireEvent.keyDown(viewer, { key: "Escape" });

  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
