import { useSession } from "@loyalty/api-client/react/session.ts";
import { session } from "@loyalty/api-client/session/current.ts";
import { useEffect, useRef } from "react";

import { openDialog, useOpenDialog } from "./dialogs.ts";

/** Mirrors the API's own limit on a referral code (spec 000 §9). */
export const REFERRAL_CODE_MAX_LENGTH = 20;

const KEY = "pendingReferralCode";

/**
 * The referral code that came with /login/{referralCode}, kept until a registration uses it (spec 000 §2).
 * Storage can be refused (private windows, full disks): then there simply is no pending code.
 */
export const pendingReferral = {
  /** The code, or an empty string when none is pending. */
  read(): string {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  },

  /** Keeps a code, trimmed; blank or longer than a code can be is not one and changes nothing. */
  write(code: string): void {
    const trimmed = code.trim();
    if (trimmed === "" || trimmed.length > REFERRAL_CODE_MAX_LENGTH) return;
    try {
      localStorage.setItem(KEY, trimmed);
    } catch {
      // Without storage the member can still type the code.
    }
  },

  /** Forgets the code, once a registration has used it. */
  clear(): void {
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was kept, nothing to forget.
    }
  },
};

/**
 * Opens the referral-code dialog on a member's first login (spec 000 §2), there where the member ends up, until it is
 * answered: a page that is loaded again under it asks again, for nothing else takes the code later.
 * Not when a code is pending, and not when the registration already named who invited them.
 */
export function useReferralPrompt(): void {
  const current = useSession();
  const somethingIsOpen = useOpenDialog() !== null;
  const isFirstLogin = current.status === "signed-in" && current.isFirstLogin;
  const isInvited = current.status === "signed-in" && current.user.referrerId != null;
  const asked = useRef(false);

  useEffect(() => {
    if (!isFirstLogin) asked.current = false;
    // A dialog that could not be loaded closes unanswered: it is asked again by the next page, not at once.
    else if (!somethingIsOpen && !asked.current) {
      asked.current = true;
      if (isInvited || pendingReferral.read() !== "") session.acknowledgeFirstLogin();
      else openDialog("referral-code");
    }
  }, [isFirstLogin, isInvited, somethingIsOpen]);
}
