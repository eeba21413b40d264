import { createExternalStore, localStore } from "@loyalty/api-client/store";
import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

import { type BrandKey, brands, DEFAULT_BRAND, isBrandKey } from "./brands.ts";
import { prefersReducedMotion } from "./media-queries.ts";
import {
  applyTheme,
  BRAND_STORAGE_KEY,
  type Scheme,
  SCHEME_STORAGE_KEY,
  schemes,
  showBrand,
} from "./theme-boot.ts";

function readBrand(): BrandKey {
  const kept = localStore.read(BRAND_STORAGE_KEY);
  return isBrandKey(kept) ? kept : DEFAULT_BRAND;
}

function readScheme(): Scheme {
  const kept = localStore.read(SCHEME_STORAGE_KEY);
  return schemes.find((scheme) => scheme === kept) ?? "system";
}

const changes = createExternalStore(0);

function showKept() {
  applyTheme(readBrand(), readScheme());
  changes.set(changes.getSnapshot() + 1);
}

function followOtherTab({ key }: StorageEvent) {
  if (key === BRAND_STORAGE_KEY || key === SCHEME_STORAGE_KEY || key === null) showKept();
}

function subscribe(listener: () => void) {
  // The window keeps one, however often it is added.
  window.addEventListener("storage", followOtherTab);
  return changes.subscribe(listener);
}

/** Keeps a choice and changes the whole page in one cross-fade where the browser can and the user likes movement. */
function choose(key: string, value: string) {
  const change = () => {
    localStore.write(key, value);
    showKept();
  };
  if (prefersReducedMotion() || !document.startViewTransition) change();
  else document.startViewTransition(() => flushSync(change));
}

/** Chooses a brand and remembers it, spec 000 §1. */
export function chooseBrand(brand: BrandKey): void {
  if (brand !== readBrand()) choose(BRAND_STORAGE_KEY, brand);
}

export const chooseScheme = (scheme: Scheme): void => choose(SCHEME_STORAGE_KEY, scheme);

/** The active brand as data, and how to choose the other one; the default brand while prerendered HTML is hydrated. */
export function useBrand() {
  const key = useSyncExternalStore(subscribe, readBrand, () => DEFAULT_BRAND);
  return { brand: brands[key], chooseBrand };
}

/** The chosen colour scheme; while prerendered HTML is hydrated, the device's. */
export const useScheme = () => useSyncExternalStore<Scheme>(subscribe, readScheme, () => "system");

/** Applies the kept theme to the document where no inline script has done so, and shows a page that waited for its brand. */
export function ThemeEffects({ children }: { children: ReactNode }) {
  const { key } = useBrand().brand;
  useEffect(() => applyTheme(readBrand(), readScheme()), []);
  useLayoutEffect(() => showBrand(key), [key]);
  return children;
}
