import { closeDialog, openedDialog } from "@loyalty/shell/dialogs";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import type Swiper from "swiper";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import HomeScreen, { BannerSlider } from "./home-screen.tsx";

describe("the home screen", () => {
  let isDesktop = false;

  beforeEach(() => {
    isDesktop = false;
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: query.includes("1024") ? isDesktop : query.includes("reduced-motion"),
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
  });

  afterEach(() => closeDialog());

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

    expect(openedDialog()?.name).toBe("register");
  });

  test("a visitor is welcomed with a way to sign in", async () => {
    show();

    await userEvent.click(screen.getByRole("button", { name: "Sign In" }));

    expect(openedDialog()?.name).toBe("sign-in");
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
});

describe("its banners", () => {
  let width = 1280;

  /** A browser window of `width` px, whose reader has nothing against motion. */
  beforeEach(() =>
    vi.stubGlobal("matchMedia", (query: string) => {
      const [, bound, px] = /\((min|max)-width: ([\d.]+)px\)/.exec(query) ?? [];
      const matches =
        bound === "min" ? width >= Number(px) : bound === "max" && width <= Number(px);
      return { matches, addEventListener: () => {}, removeEventListener: () => {} };
    }),
  );

  async function startedAt(px: number) {
    width = px;
    const { unmount } = render(<BannerSlider brand="krua-bowl" />);
    const row = screen.getByRole("group", { name: "What is cooking" });
    const viewport = row.firstElementChild as HTMLElement & { swiper?: Swiper };
    await waitFor(() => expect(viewport.swiper).toBeDefined());
    return { row, params: viewport.swiper!.params, unmount };
  }

  describe("the banner slider", () => {
    test("loops, one slide at a time, every 5 s, on and on after a touch", async () => {
      const { params } = await startedAt(1280);
      expect(params).toMatchObject({
        loop: true,
        slidesPerView: 1,
        slidesPerGroup: 1,
        autoplay: { delay: 5000, disableOnInteraction: false },
        touchRatio: 1.5,
        touchAngle: 45,
        resistanceRatio: 0.85,
      });
    });

    test.each([
      [1280, 5, true],
      [1024, 5, true],
      [1023, 6, true],
      [640, 6, true],
      [639, 6, false],
      [390, 6, false],
    ])("at %d px has %d banners and waits for a mouse: %s", async (px, banners, waits) => {
      const { row, params } = await startedAt(px);
      expect(row.querySelectorAll("[aria-roledescription=slide]")).toHaveLength(banners);
      expect(params.autoplay).toMatchObject({ pauseOnMouseEnter: waits });
      // Pagination and arrows.
      expect(screen.getAllByRole("button", { name: /^Show \d of/ })).toHaveLength(banners);
      expect(screen.getByRole("button", { name: "Previous" })).toBeVisible();
      expect(screen.getByRole("button", { name: "Next" })).toBeVisible();
    });
  });
});
