import { useSyncExternalStore } from "react";

import type { ProvedNumber } from "./register/proved-number.ts";

/** What each overlay may be told when it is opened. */
export interface OverlayProps {
  "sign-in": object;
  /** `proved`: a number whose code was right at sign-in, so that no second code is asked. */
  register: { proved?: ProvedNumber };
  "referral-code": object;
  /** `profile` reads the longer warning of the profile screen (spec 001 §2). */
  "sign-out": { variant?: "plain" | "profile" };
  announcement: object;
  legal: { document: "terms" | "privacy" };
}

export type OverlayName = keyof OverlayProps;

/** The one overlay that is open, with what it was told. */
export type OpenOverlay = { [N in OverlayName]: { name: N; props: OverlayProps[N] } }[OverlayName];

type OpenArguments<N extends OverlayName> = object extends OverlayProps[N]
  ? [props?: OverlayProps[N]]
  : [props: OverlayProps[N]];

let current: OpenOverlay | null = null;
const listeners = new Set<() => void>();

function show(next: OpenOverlay | null) {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Opens one overlay in place of whichever is open; the announcement waits its turn and never covers another.
 *
 * @returns whether it was opened.
 */
export function openOverlay<N extends OverlayName>(name: N, ...[props]: OpenArguments<N>): boolean {
  if (name === "announcement" && current !== null) return false;
  show({ name, props: props ?? {} } as OpenOverlay);
  return true;
}

/** Closes the open overlay; given a name, only if that is the one, so that a late timer closes nothing else. */
export function closeOverlay(name?: OverlayName): void {
  if (name === undefined || current?.name === name) show(null);
}

/** The overlay that is open now, for code outside React. */
export function openedOverlay(): OpenOverlay | null {
  return current;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The overlay that is open, or null. Prerendered pages have none. */
export function useOverlay(): OpenOverlay | null {
  return useSyncExternalStore(subscribe, openedOverlay, () => null);
}
