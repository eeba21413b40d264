import { flushSync } from "react-dom";

import { DEFAULT_BRAND, type BrandKey } from "./brand-key.ts";
import {
  applyLook,
  BRAND_STORAGE_KEY,
  SCHEME_STORAGE_KEY,
  store,
  storedBrand,
  storedScheme,
  type Scheme,
} from "./look.ts";

export interface Look {
  brand: BrandKey;
  scheme: Scheme;
}

/** What prerendered pages show; the reader's own choice follows as soon as scripts run. */
export const prerenderedLook: Look = { brand: DEFAULT_BRAND, scheme: "system" };

let current: Look | null = null;
const listeners = new Set<() => void>();

/** The very look that was prerendered where it is the same, so that nothing is drawn again for it. */
function firstLook(): Look {
  const stored = { brand: storedBrand(), scheme: storedScheme() };
  const { brand, scheme } = prerenderedLook;
  return stored.brand === brand && stored.scheme === scheme ? prerenderedLook : stored;
}

/** The look that is chosen now. */
export function readLook(): Look {
  current ??= firstLook();
  return current;
}

export function subscribeLook(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", followOtherTab);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTab);
  };
}

function show(next: Look) {
  current = next;
  applyLook(next.brand, next.scheme);
  for (const listener of listeners) listener();
}

function followOtherTab({ key }: StorageEvent) {
  if (key === BRAND_STORAGE_KEY || key === SCHEME_STORAGE_KEY || key === null) {
    show({ brand: storedBrand(), scheme: storedScheme() });
  }
}

/** Changes the whole page in one cross-fade where the browser can and the reader likes movement. */
function crossFade(change: () => void) {
  const still = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  if (still || !document.startViewTransition) change();
  else document.startViewTransition(() => flushSync(change));
}

/** Chooses a brand and remembers it, spec 000 §1. */
export function chooseBrand(brand: BrandKey): void {
  if (brand === readLook().brand) return;
  store(BRAND_STORAGE_KEY, brand);
  crossFade(() => show({ ...readLook(), brand }));
}

/** Chooses a colour scheme and remembers it. */
export function chooseScheme(scheme: Scheme): void {
  store(SCHEME_STORAGE_KEY, scheme);
  crossFade(() => show({ ...readLook(), scheme }));
}
