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

function show() {
  return render(
    <Slides
      label="Dishes"
      slides={slides}
      options={() => ({ slidesPerView: 1, loop: true, autoplay: { delay: 5000 } })}
    />,
  );
}

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
