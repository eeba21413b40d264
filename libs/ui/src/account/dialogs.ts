import { useSyncExternalStore } from "react";

import { showToast } from "../primitives/toast.tsx";
import { dialogTexts } from "../texts/dialogs.ts";
import type { ProvedNumber } from "./use-code-request.ts";

/** What each overlay may be told when it is opened. */
export interface DialogPropsByName {
  "sign-in": object;
  /** `proved`: a number whose code was right at sign-in, so that no second code is asked. */
  register: { proved?: ProvedNumber };
  "referral-code": object;
  /** `profile` reads the longer warning of the profile screen (spec 001 §2). */
  "sign-out": { variant?: "plain" | "profile" };
  announcement: object;
  legal: { document: "terms" | "privacy" };
}

export type DialogName = keyof DialogPropsByName;

/** The one overlay that is open, with what it was told. */
export type OpenDialog = {
  [N in DialogName]: { name: N; props: DialogPropsByName[N] };
}[DialogName];

type OpenArguments<N extends DialogName> = object extends DialogPropsByName[N]
  ? [props?: DialogPropsByName[N]]
  : [props: DialogPropsByName[N]];

let current: OpenDialog | null = null;
const listeners = new Set<() => void>();

function show(next: OpenDialog | null) {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Opens one overlay in place of whichever is open; the announcement waits its turn and never covers another.
 *
 * @returns whether it was opened.
 */
export function openDialog<N extends DialogName>(name: N, ...[props]: OpenArguments<N>): boolean {
  if (name === "announcement" && current !== null) return false;
  show({ name, props: props ?? {} } as OpenDialog);
  return true;
}

/** Closes the open overlay; given a name, only if that is the one, so that a late timer closes nothing else. */
export function closeDialog(name?: DialogName): void {
  if (name === undefined || current?.name === name) show(null);
}

/** The overlay that is open now, for code outside React. */
export function openedDialog(): OpenDialog | null {
  return current;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The overlay that is open, or null. Prerendered pages have none. */
export function useOpenDialog(): OpenDialog | null {
  return useSyncExternalStore(subscribe, openedDialog, () => null);
}

/** Shows that a part of the page could not be loaded, mostly because a release has replaced its file. */
export function showLoadFailed(): void {
  showToast("error", dialogTexts.t("failed"), 5);
}
