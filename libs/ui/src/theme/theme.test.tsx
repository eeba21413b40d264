import { brands } from "./brands.ts";
import { act, render, renderHook, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { brandBootScript, brandPendingScript } from "./theme-boot.ts";
import type * as ThemeStore from "./theme-store.ts";

const root = document.documentElement;
const tints = () =>
  [...document.head.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map(
    (m) => m.content,
  );

/** What a new page load has: the modules without what an earlier test chose. */
async function newPage() {
  vi.resetModules();
  const { BrandLogo } = await import("./brand-logo.tsx");
  const store: typeof ThemeStore = await import("./theme-store.ts");
  return { BrandLogo, ...store };
}

beforeEach(() => {
  delete root.dataset.brand;
  delete root.dataset.theme;
  delete root.dataset.brandPending;
  document.head.innerHTML = "";
});
afterEach(() => vi.unstubAllGlobals());

describe("the brand", () => {
  test("is Krua Bowl on a first visit", async () => {
    const { useBrand } = await newPage();

    expect(renderHook(() => useBrand()).result.current.brand.name).toBe("Krua Bowl");
  });

  test("is the one that was chosen before, and the document knows it", async () => {
    localStorage.setItem("activeTab", "thong-cha");
    const { useBrand, ThemeEffects } = await newPage();
    const { result } = renderHook(() => useBrand(), { wrapper: ThemeEffects });

    expect(result.current.brand.key).toBe("thong-cha");
    expect(root).toHaveAttribute("data-brand", "thong-cha");
  });

  test("is the default when something strange is stored", async () => {
    localStorage.setItem("activeTab", "constructor");
    const { useBrand } = await newPage();

    expect(renderHook(() => useBrand()).result.current.brand.key).toBe("krua-bowl");
  });

  test("changes everywhere and is remembered under activeTab", async () => {
    const { useBrand, chooseBrand } = await newPage();
    const { result } = renderHook(() => useBrand());

    act(() => chooseBrand("thong-cha"));

    expect(result.current.brand.key).toBe("thong-cha");
    expect(localStorage.getItem("activeTab")).toBe("thong-cha");
    expect(root).toHaveAttribute("data-brand", "thong-cha");
    expect(tints()).toEqual([brands["thong-cha"].colours.light, brands["thong-cha"].colours.dark]);
  });

  test("still changes when storage is refused, and is remembered once it works again", async () => {
    const { useBrand, chooseBrand } = await newPage();
    const { result } = renderHook(() => useBrand());
    vi.stubGlobal("localStorage", {
      setItem() {
        throw new DOMException("full", "QuotaExceededError");
      },
      clear() {},
    });

    act(() => chooseBrand("thong-cha"));

    expect(result.current.brand.key).toBe("thong-cha");
    vi.unstubAllGlobals();
    act(() => chooseBrand("krua-bowl"));
    expect(localStorage.getItem("activeTab")).toBe("krua-bowl");
  });

  test("follows another tab", async () => {
    const { useBrand } = await newPage();
    const { result } = renderHook(() => useBrand());

    localStorage.setItem("activeTab", "thong-cha");
    act(() => window.dispatchEvent(new StorageEvent("storage", { key: "activeTab" })));

    expect(result.current.brand.key).toBe("thong-cha");
  });

  test("a prerendered page hydrates without a complaint and then shows the chosen one", async () => {
    const complain = vi.spyOn(console, "error");
    const { useBrand } = await newPage();
    const Name = () => <p>{useBrand().brand.name}</p>;
    const place = document.createElement("div");
    document.body.append(place);
    place.innerHTML = renderToString(<Name />);
    localStorage.setItem("activeTab", "thong-cha");

    const page = await act(async () => hydrateRoot(place, <Name />));

    expect(place).toHaveTextContent("Thong Cha");
    expect(complain).not.toHaveBeenCalled();
    act(() => page.unmount());
    place.remove();
  });
});

describe("a prerendered page", () => {
  test("is not drawn a second time for a reader who sees it as it is", async () => {
    const { useBrand } = await newPage();
    const drawn: string[] = [];
    const Name = () => {
      drawn.push("once");
      return <p>{useBrand().brand.name}</p>;
    };
    const place = document.createElement("div");
    place.innerHTML = renderToString(<Name />);
    drawn.length = 0;

    const page = await act(async () => hydrateRoot(place, <Name />));

    expect(drawn).toEqual(["once"]);
    act(() => page.unmount());
  });

  const boot = () => new Function(`${brandBootScript};${brandPendingScript}`)();
  afterEach(() => vi.useRealTimers());

  test("is hidden from a reader of the other brand until that brand is rendered", async () => {
    localStorage.setItem("activeTab", "thong-cha");
    boot();
    expect(root).toHaveAttribute("data-brand-pending");

    const { useBrand, ThemeEffects } = await newPage();
    const rendered: string[] = [];
    const Name = () => {
      rendered.push(
        `${useBrand().brand.name}, ${root.dataset.brandPending === undefined ? "shown" : "hidden"}`,
      );
      return null;
    };
    const place = document.createElement("div");
    const page = (
      <ThemeEffects>
        <Name />
      </ThemeEffects>
    );
    place.innerHTML = renderToString(page);
    const hydrated = await act(async () => hydrateRoot(place, page));

    expect(rendered.filter((one) => one.startsWith("Krua"))).not.toContain("Krua Bowl, shown");
    expect(root).not.toHaveAttribute("data-brand-pending");
    act(() => hydrated.unmount());
  });

  test("is never hidden from a reader of the default brand", () => {
    boot();
    expect(root).not.toHaveAttribute("data-brand-pending");
  });

  test("is shown after a while all the same, should its scripts never come", () => {
    vi.useFakeTimers();
    localStorage.setItem("activeTab", "thong-cha");
    boot();

    vi.advanceTimersByTime(4000);

    expect(root).not.toHaveAttribute("data-brand-pending");
  });
});

describe("the colour scheme", () => {
  test("follows the device until it is chosen, then is remembered", async () => {
    const { useScheme, chooseScheme } = await newPage();
    const { result } = renderHook(() => useScheme());
    expect(result.current).toBe("system");

    act(() => chooseScheme("dark"));

    expect(result.current).toBe("dark");
    expect(localStorage.getItem("colorScheme")).toBe("dark");
    expect(root).toHaveAttribute("data-theme", "dark");
    expect(new Set(tints())).toEqual(new Set([brands["krua-bowl"].colours.dark]));

    act(() => chooseScheme("system"));
    expect(root).not.toHaveAttribute("data-theme");
  });
});

describe("the boot script", () => {
  const boot = () => new Function(brandBootScript)();

  test("shows the remembered brand and scheme before anything is drawn", () => {
    localStorage.setItem("activeTab", "thong-cha");
    localStorage.setItem("colorScheme", "dark");

    boot();

    expect(root).toHaveAttribute("data-brand", "thong-cha");
    expect(root).toHaveAttribute("data-theme", "dark");
    expect(tints()).toEqual([brands["thong-cha"].colours.dark, brands["thong-cha"].colours.dark]);
  });

  test("shows the default brand when something strange is stored, or storage is refused", () => {
    localStorage.setItem("activeTab", "<script>");
    boot();
    expect(root).toHaveAttribute("data-brand", "krua-bowl");

    delete root.dataset.brand;
    vi.stubGlobal("localStorage", undefined);
    boot();
    expect(root).toHaveAttribute("data-brand", "krua-bowl");
    vi.unstubAllGlobals();
  });

  test("can be put inside a script element", () => {
    expect(brandBootScript).not.toMatch(/<\/|<!--/);
  });
});

test("the logo is accessible: the name is read, the drawing is not", async () => {
  const { BrandLogo } = await newPage();
  render(<BrandLogo brand="thong-cha" tagline="Golden Thai milk tea" />);

  expect(screen.getByText("Thong Cha")).toBeVisible();
  expect(screen.queryByRole("img")).not.toBeInTheDocument();
  await expectAccessible();
});
