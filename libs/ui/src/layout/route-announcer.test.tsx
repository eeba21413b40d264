import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, MemoryRouter, Route, Routes } from "react-router";
import { expect, test, vi } from "vitest";

import { RouteAnnouncer } from "./route-announcer.tsx";

function Settings() {
  return (
    <>
      <h1>Settings</h1>
      <section id="privacy">
        <h2>Privacy</h2>
      </section>
    </>
  );
}

test("the focus goes to the heading of the page, or of the section that the address names", async () => {
  // jsdom has no layout to scroll.
  const scrolled = vi.fn();
  vi.stubGlobal("scrollTo", scrolled);
  Element.prototype.scrollIntoView = scrolled;
  render(
    <MemoryRouter>
      <Link to="/">Home</Link>
      <Link to="/settings">All</Link>
      <Link to="/settings#privacy">Yours</Link>
      <Routes>
        <Route path="/" element={<h1>Welcome</h1>} />
        <Route path="/settings" element={<Settings />} />
      </Routes>
      <RouteAnnouncer />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByText("Yours"));
  expect(screen.getByRole("heading", { name: "Privacy" })).toHaveFocus();
  await userEvent.click(screen.getByText("Home"));
  expect(screen.getByRole("heading", { name: "Welcome" })).toHaveFocus();
  await userEvent.click(screen.getByText("All"));
  expect(screen.getByRole("heading", { name: "Settings" })).toHaveFocus();
  vi.unstubAllGlobals();
});
