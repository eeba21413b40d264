import { expectAccessible } from "@loyalty/ui/testing";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { movementOf, Slides } from "./slides.tsx";

let wantsStillness = false;

beforeEach(() => {
  wantsStillness = false;
  vi.stubGlobal("matchMedia", () => ({
    matches: wantsStillness,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

const slides = ["tom yum", "green curry", "pad thai"].map((name) => ({
  key: name,
  content: <p>{name}</p>,
}));

const row = (shown = slides) => <Slides label="Dishes" slides={shown} kind="few" delayMs={5000} />;
const show = () => render(row());
const names = () => screen.getAllByText(/tom yum|green curry|pad thai/).map((it) => it.textContent);

const dot = (number: number) => screen.getByRole("button", { name: `Show ${number} of 3` });

test("is accessible: a named carousel of counted slides", async () => {
  const { container } = show();

  await expectAccessible(container);
  expect(screen.getByRole("group", { name: "Dishes" })).toHaveAttribute(
    "aria-roledescription",
    "carousel",
  );
  expect(screen.getAllByRole("group", { name: /of 3$/ })).toHaveLength(3);
});

test("the dots lead to their slide, and say which one is in front", async () => {
  show();
  expect(dot(1)).toHaveAttribute("aria-current", "true");

  await userEvent.click(dot(3));

  await waitFor(() => expect(dot(3)).toHaveAttribute("aria-current", "true"));
  expect(dot(1)).not.toHaveAttribute("aria-current");
});

test("what moves by itself can be paused", async () => {
  show();

  await userEvent.click(await screen.findByRole("button", { name: "Pause" }));

  expect(await screen.findByRole("button", { name: "Play" })).toBeVisible();
});

test("where less motion is preferred nothing moves by itself", async () => {
  wantsStillness = true;
  show();

  await userEvent.click(dot(2));

  await waitFor(() => expect(dot(2)).toHaveAttribute("aria-current", "true"));
  expect(screen.queryByRole("button", { name: /Pause|Play/ })).not.toBeInTheDocument();
});

test("a row that moves begins anew, in its own order, when a slide comes or goes", async () => {
  const { rerender } = render(row(slides.slice(0, 2)));
  await userEvent.click(screen.getByRole("button", { name: "Show 2 of 2" }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Show 2 of 2" })).toHaveAttribute("aria-current"),
  );

  rerender(row());
  await waitFor(() => expect(dot(1)).toHaveAttribute("aria-current", "true"));
  expect(names()).toEqual(["tom yum", "green curry", "pad thai"]);

  await userEvent.click(dot(3));
  await waitFor(() => expect(dot(3)).toHaveAttribute("aria-current", "true"));
});

test.each([
  [390, 1],
  [639, 1],
  [640, 3],
  [767, 3],
  [768, 2],
  [1023, 2],
  [1024, 4],
  [1280, 4],
])("at %d px %d dishes are side by side", (width, expected) => {
  const { slidesPerView, breakpoints = {} } = movementOf("several", 3000);
  const passed = Object.keys(breakpoints)
    .map(Number)
    .filter((from) => width >= from);
  const found = passed.length ? breakpoints[Math.max(...passed)]?.slidesPerView : slidesPerView;
  expect(found).toBe(expected);
});
