import { render, screen, waitFor } from "@testing-library/react";
import type Swiper from "swiper";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { BannerSlider } from "./banner-slider.tsx";

let width = 1280;

/** A browser window of `width` px, whose reader has nothing against motion. */
beforeEach(() =>
  vi.stubGlobal("matchMedia", (query: string) => {
    const [, bound, px] = /\((min|max)-width: ([\d.]+)px\)/.exec(query) ?? [];
    const matches = bound === "min" ? width >= Number(px) : bound === "max" && width <= Number(px);
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
