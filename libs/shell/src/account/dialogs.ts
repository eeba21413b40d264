import { createExternalStore } from "@loyalty/api-client/store";
import { i18n } from "@loyalty/ui/i18n";
import { showToast } from "@loyalty/ui/toast";
import { useSyncExternalStore } from "react";

import { dialogTexts } from "../frame/texts.ts";
import type { ProvedNumber } from "./use-code-request.ts";

/** What each dialog takes when it is opened. */
export interface DialogPropsByName {
  "sign-in": object;
  /** `proved`: a number whose code was right at sign-in, so that no second code is asked. */
  register: { proved?: ProvedNumber };
  "referral-code": object;
  /** `profile` reads the longer warning of the profile screen (spec 001 §2). */
  "sign-out": { variant?: "profile" };
  announcement: object;
  legal: { document: "terms" | "privacy" };
}

type DialogName = keyof DialogPropsByName;

export type OpenDialog = {
  [N in DialogName]: { name: N; props: DialogPropsByName[N] };
}[DialogName];

type OpenArguments<N extends DialogName> = object extends DialogPropsByName[N]
  ? [props?: DialogPropsByName[N]]
  : [props: DialogPropsByName[N]];

const open = createExternalStore<OpenDialog | null>(null);

/** Opens a dialog in place of the open one; false for the announcement, which never covers another. */
export function openDialog<N extends DialogName>(name: N, ...[props]: OpenArguments<N>): boolean {
  if (name === "announcement" && openedDialog() !== null) return false;
  open.set({ name, props: props ?? {} } as OpenDialog);
  return true;
}

/** Closes the open dialog; with a name only that one, so that a late timer closes nothing else. */
export function closeDialog(name?: DialogName): void {
  if (name === undefined || openedDialog()?.name === name) open.set(null);
}

export const openedDialog = open.getSnapshot;

/** The dialog that is open, or null. Prerendered pages have none. */
export function useOpenDialog(): OpenDialog | null {
  return useSyncExternalStore(open.subscribe, openedDialog, () => null);
}

/** Shows that a part of the page could not be loaded, mostly because a release has replaced its file. */
export function showLoadFailed(): void {
  showToast("error", i18n.t("failed", { ns: dialogTexts }), 5);
}
