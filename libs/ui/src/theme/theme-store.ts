import { localStore } from "@loyalty/api-client/store.ts";
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

import { type Brand, type BrandKey, brands, DEFAULT_BRAND, isBrandKey } from "./brands.ts";
import { prefersReducedMotion } from "./media-queries.ts";
import { applyTheme, BRAND_STORAGE_KEY, type Scheme, SCHEME_STORAGE_KEY } from "./theme-boot.ts";

export interface Theme {
  brand: BrandKey;
  scheme: Scheme;
}

/** What prerendered pages show; the reader's own choice follows as soon as scripts run. */
export const prerenderedTheme: Theme = { brand: DEFAULT_BRAND, scheme: "system" };

let current: Theme | null = null;
const listeners = new Set<() => void>();

/** What was chosen on an earlier visit, or the defaults. */
function storedTheme(): Theme {
  const brand = localStore.read(BRAND_STORAGE_KEY);
  const scheme = localStore.read(SCHEME_STORAGE_KEY);
  return {
    brand: isBrandKey(brand) ? brand : DEFAULT_BRAND,
    scheme: scheme === "light" || scheme === "dark" ? scheme : "system",
  };
}

/** The prerendered theme itself where the stored one equals it, so that nothing is rendered again. */
function firstTheme(): Theme {
  const stored = storedTheme();
  const { brand, scheme } = prerenderedTheme;
  return stored.brand === brand && stored.scheme === scheme ? prerenderedTheme : stored;
}

/** The theme that is chosen now. */
export function readTheme(): Theme {
  current ??= firstTheme();
  return current;
}

export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", followOtherTab);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTab);
  };
}

function show(next: Theme) {
  current = next;
  applyTheme(next.brand, next.scheme);
  for (const listener of listeners) listener();
}

function followOtherTab({ key }: StorageEvent) {
  if (key === BRAND_STORAGE_KEY || key === SCHEME_STORAGE_KEY || key === null) {
    show(storedTheme());
  }
}

/** Changes the whole page in one cross-fade where the browser can and the reader likes movement. */
function crossFade(change: () => void) {
  if (prefersReducedMotion() || !document.startViewTransition) change();
  else document.startViewTransition(() => flushSync(change));
}

/** Chooses a brand and remembers it, spec 000 §1. */
export function chooseBrand(brand: BrandKey): void {
  if (brand === readTheme().brand) return;
  localStore.write(BRAND_STORAGE_KEY, brand);
  crossFade(() => show({ ...readTheme(), brand }));
}

/** Chooses a colour scheme and remembers it. */
export function chooseScheme(scheme: Scheme): void {
  localStore.write(SCHEME_STORAGE_KEY, scheme);
  crossFade(() => show({ ...readTheme(), scheme }));
}

/** The active brand as data, and how to choose the other one. */
export function useBrand(): { brand: Brand; chooseBrand: typeof chooseBrand } {
  return { brand: brands[useTheme().brand], chooseBrand };
}

/** The chosen brand and scheme; while prerendered HTML is being hydrated, the default ones. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeTheme, readTheme, () => prerenderedTheme);
}

/** The chosen colour scheme, and how to choose another. */
export function useScheme(): { scheme: Scheme; chooseScheme: typeof chooseScheme } {
  return { scheme: useTheme().scheme, chooseScheme };
}
