import { useSession } from "@loyalty/api-client/react/session";
import { pendingReferral, session } from "@loyalty/api-client/session";
import { useEffect, useRef } from "react";

import { openDialog, useOpenDialog } from "./dialogs.ts";

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
