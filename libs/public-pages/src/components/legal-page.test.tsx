import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import PrivacyScreen from "../privacy/privacy-screen.tsx";
import TermsScreen from "../terms/terms-screen.tsx";

function destinations() {
  return within(screen.getByRole("navigation", { name: "Contents" }))
    .getAllByRole("link")
    .map((link) => document.getElementById(link.getAttribute("href")!.slice(1)));
}

test("the terms have eight sections, each reached from the contents, and are effective now", () => {
  render(<TermsScreen />);

  expect(destinations()).toHaveLength(8);
  expect(destinations()).not.toContain(null);
  expect(screen.getByText("Effective date: Current")).toBeVisible();
});

test("the privacy policy has a summary and nine sections", () => {
  render(<PrivacyScreen />);

  expect(screen.getByRole("heading", { name: "In short" })).toBeVisible();
  expect(destinations()).toHaveLength(9);
  expect(destinations()).not.toContain(null);
});

test("both can be printed", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  render(<TermsScreen />);

  await userEvent.click(screen.getByRole("button", { name: "Print" }));

  expect(print).toHaveBeenCalledOnce();
});
