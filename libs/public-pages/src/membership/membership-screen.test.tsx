import { closeDialog, openedDialog } from "@loyalty/shell/dialogs";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import type Swiper from "swiper";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import MembershipScreen from "./membership-screen.tsx";

beforeEach(() =>
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  })),
);
afterEach(() => closeDialog());

const show = () => render(<MembershipScreen />, { wrapper: MemoryRouter });

test("the sign-up button opens the registration", async () => {
  show();

  await userEvent.click(screen.getByRole("button", { name: "Join as member — RM 5 off" }));

  expect(openedDialog()?.name).toBe("register");
});

test.each([
  ["What members get", 4, 4000],
  ["What your points become", 5, 5000],
  ["How to earn", 4, 6000],
])("%s is a carousel of %d that goes on every %d ms", async (name, count, delay) => {
  show();
  const row = screen.getByRole("group", { name });
  expect(row).toHaveAttribute("aria-roledescription", "carousel");
  expect(row.querySelectorAll("[aria-roledescription=slide]")).toHaveLength(count);

  const viewport = row.firstElementChild as HTMLElement & { swiper?: Swiper };
  await waitFor(() => expect(viewport.swiper).toBeDefined());

  expect(viewport.swiper?.params).toMatchObject({
    loop: true,
    autoplay: { delay, disableOnInteraction: false, pauseOnMouseEnter: true },
  });
});

test("what points become is there by its points and its price", () => {
  show();
  for (const [points, name, price] of [
    ["500 points", "Classic Thai Milk Tea with Bobas", /11\.90/],
    ["600 points", "Kangkung Fritters", /13\.90/],
    ["700 points", "Grill Beef Ball, 9 pcs", /16\.90/],
    ["800 points", "Salted Egg Fried Coconut", /18\.90/],
    ["900 points", "Thai Style Salmon Sashimi Salad", /29\.80/],
  ] as const) {
    const slide = screen.getByRole("heading", { name }).parentElement;
    expect(slide).toHaveTextContent(points);
    expect(slide).toHaveTextContent(price);
  }
});

test.each([
  "Redemption starts from 500 points.",
  "Points are based on the net transaction amount.",
  "Points are personal and non-transferable.",
  "Points are valid only at outlets of Krua Bowl and Thong Cha.",
  "A welcome voucher, redeemable the day after you sign up, with a minimum spend of RM 30.",
  "A free Mega Thai Milk Tea, to claim in your birthday month.",
  "Your points appear within 24 hours after our staff have verified the bill.",
])("%s", (sentence) => {
  show();
  expect(screen.getByText(sentence)).toBeVisible();
});
