import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { expectAccessible } from "../../testing/accessibility.ts";
import { Slides } from "./slides.tsx";

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

const row = (shown = slides) => (
  <Slides
    label="Dishes"
    slides={shown}
    options={() => ({ slidesPerView: 1, loop: true, autoplay: { delay: 5000 } })}
  />
);
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

test("whoever asked for less motion sees nothing move by itself", async () => {
  wantsStillness = true;
  show();

  await userEvent.click(dot(2));

  await waitFor(() => expect(dot(2)).toHaveAttribute("aria-current", "true"));
  expect(screen.queryByRole("button", { name: /Pause|Play/ })).not.toBeInTheDocument();
});

/** The row stands below the screen until it is said to be seen. */
function belowTheScreen() {
  let see: (seen: { isIntersecting: boolean }[]) => void = () => {};
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(told: typeof see) {
        see = told;
      }
      observe() {}
      disconnect() {}
    },
  );
  return (isIntersecting: boolean) => see([{ isIntersecting }]);
}

test("a row begins to move when it is seen, not before", async () => {
  const see = belowTheScreen();
  const { container } = show();
  const movers = () => container.getElementsByClassName("swiper-initialized");

  see(false);
  await vi.dynamicImportSettled();
  expect(movers()).toHaveLength(0);

  see(true);
  expect(await screen.findByRole("button", { name: "Pause" })).toBeVisible();
  expect(movers()).toHaveLength(1);
});

test("Play, pressed before a row moves by itself, makes it move", async () => {
  belowTheScreen();
  show();

  await userEvent.click(await screen.findByRole("button", { name: "Play" }));

  expect(await screen.findByRole("button", { name: "Pause" })).toBeVisible();
});

test("slides that stand still stay when one goes, so that no picture is fetched again", () => {
  vi.stubGlobal("requestIdleCallback", () => 1);
  vi.stubGlobal("cancelIdleCallback", () => {});
  const { rerender } = show();
  const first = screen.getByText("tom yum");

  rerender(row(slides.slice(0, 2)));

  expect(screen.getByText("tom yum")).toBe(first);
  expect(names()).toEqual(["tom yum", "green curry"]);
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
