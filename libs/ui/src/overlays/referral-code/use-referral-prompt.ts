import { session } from "@loyalty/api-client";
import { useSession } from "@loyalty/api-client/react";
import { useEffect } from "react";

import { openOverlay, useOverlay } from "../overlays.ts";
import { pendingReferral } from "./pending-referral.ts";

/**
 * Opens the referral-code dialog on a member's first login (spec 000 §2), there where the member ends up and once.
 * Not when a code is pending, and not when the registration already named who invited them.
 */
export function useReferralPrompt(): void {
  const current = useSession();
  const somethingIsOpen = useOverlay() !== null;
  const isFirstLogin = current.status === "signed-in" && current.isFirstLogin;
  const isInvited = current.status === "signed-in" && current.user.referrerId != null;

  useEffect(() => {
    if (!isFirstLogin || somethingIsOpen) return;
    if (!isInvited && pendingReferral.read() === "") openOverlay("referral-code");
    session.acknowledgeFirstLogin();
  }, [isFirstLogin, isInvited, somethingIsOpen]);
}
