import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { closeOverlay, openedOverlay } from "../../overlays/overlays.ts";
import HomeScreen from "./home-screen.tsx";

let isDesktop = false;

beforeEach(() => {
  isDesktop = false;
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("1024") ? isDesktop : query.includes("reduced-motion"),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

afterEach(() => closeOverlay());

const show = () =>
  render(
    <MemoryRouter>
      <HomeScreen />
    </MemoryRouter>,
  );

test("phones and tablets see six banners, desktops five", () => {
  const phone = show();
  expect(screen.getAllByRole("group", { name: /of 6$/ })).toHaveLength(6);
  phone.unmount();

  isDesktop = true;
  show();
  expect(screen.getAllByRole("group", { name: /of 5$/ })).toHaveLength(5);
});

test("the first banner is fetched at once and before others, the rest when they are near", () => {
  show();

  const [first, ...others] = screen
    .getAllByRole("group", { name: /of 6$/ })
    .map((slide) => slide.querySelector("img")!);
  expect(first).toHaveAttribute("loading", "eager");
  expect(first).toHaveAttribute("fetchpriority", "high");
  for (const other of others) expect(other).toHaveAttribute("loading", "lazy");
});

test("the one thing to do opens the registration", async () => {
  show();

  await userEvent.click(screen.getByRole("button", { name: "Join as member — RM 5 off" }));

  expect(openedOverlay()?.name).toBe("register");
});

test("a visitor is welcomed with a way to sign in", async () => {
  show();

  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));

  expect(openedOverlay()?.name).toBe("sign-in");
});

test("story, vision, mission, the halal promise, both records and three guests with five stars are there", () => {
  show();

  for (const heading of [
    "Our story",
    "Our vision",
    "Our mission",
    "Every kitchen is halal",
    "Biggest Commercial Thai Beef Noodle",
    "Biggest Commercial Milk Tea",
  ]) {
    expect(screen.getByRole("heading", { name: heading })).toBeVisible();
  }
  expect(screen.getByText("5 Apr 2024")).toBeVisible();
  expect(screen.getByText("15 Aug 2025")).toBeVisible();
  expect(screen.getAllByRole("img", { name: "5 out of 5 stars" })).toHaveLength(3);
});
