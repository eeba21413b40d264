import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type legal from "../texts/en/legal.json";
import PrivacyScreen from "./privacy-screen.tsx";
import TermsScreen from "./terms-screen.tsx";

/** The sections that the contents lead to. */
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

test("every language says when an unused membership ends, and how long before that its member is notified", () => {
  const notices = import.meta.glob<typeof legal>("../texts/*/legal.json", {
    eager: true,
    import: "default",
  });
  const kept = Object.values(notices).map(({ privacy }) => privacy.sections.retention.text);

  expect(kept).toHaveLength(6);
  for (const text of kept) {
    expect(text).toMatch(/24 ?(months|bulan|个月|மாத|เดือน)/);
    expect(text).toMatch(/30 ?(days|hari|天|நாட்கள|วัน)/);
  }
});
