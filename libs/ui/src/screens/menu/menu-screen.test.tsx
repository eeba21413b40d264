import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";

import { chooseBrand } from "../../brand/look-store.ts";
import { MenuScreen } from "./menu-screen.tsx";

beforeEach(() => {
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), { media, matches: true }),
  );
  act(() => chooseBrand("krua-bowl"));
});

test("the full menu of the active brand opens as a PDF in a new tab", () => {
  render(<MenuScreen />, { wrapper: MemoryRouter });
  const link = () => screen.getByRole("link", { name: /^View Full Menu/ });
  expect(link()).toHaveAttribute("href", "/menus/krua-bowl.pdf");
  expect(link()).toHaveAttribute("target", "_blank");

  act(() => chooseBrand("thong-cha"));

  expect(link()).toHaveAttribute("href", "/menus/thong-cha.pdf");
});
