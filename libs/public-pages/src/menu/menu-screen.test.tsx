import { chooseBrand } from "@loyalty/ui/theme-store";
import { act, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import type Swiper from "swiper";
import { beforeEach, expect, test, vi } from "vitest";

import MenuScreen from "./menu-screen.tsx";

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

test("the dishes pass by, one on every 3 s, each with its name", async () => {
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false }),
  );
  render(<MenuScreen />, { wrapper: MemoryRouter });
  const row = screen.getByRole("group", { name: "What people come back for" });
  const viewport = row.firstElementChild as HTMLElement & { swiper?: Swiper };
  await waitFor(() => expect(viewport.swiper).toBeDefined());

  expect(viewport.swiper?.params).toMatchObject({
    loop: true,
    slidesPerView: 1,
    autoplay: { delay: 3000, disableOnInteraction: false, pauseOnMouseEnter: true },
  });
  for (const slide of row.querySelectorAll("[aria-roledescription=slide]"))
    expect(slide.querySelector("figcaption")).toHaveTextContent(/[a-z]{3,}/i);
});
