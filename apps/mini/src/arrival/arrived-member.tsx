import { useSession } from "@loyalty/api-client/react";
import { rememberPhoneNumber, showToast } from "@loyalty/ui";
import { takeArrivalNotice } from "@loyalty/ui/handoff/carried";
import { registerTexts } from "@loyalty/ui/texts/register";
import { useEffect } from "react";

import { useArrival } from "./arrival.ts";

/**
 * What follows from a handoff: the next sign-in here begins with the number that signed in on the site (spec 000 §2), and
 * whoever wanted to join with a member's number hears why they are here.
 */
export function ArrivedMember() {
  const arrival = useArrival();
  const session = useSession();
  const user = session.status === "signed-in" ? session.user : null;
  const cameFromSite = arrival.status === "accepted" && arrival.notYouUntil === null;

  useEffect(() => {
    if (!cameFromSite || user === null) return;
    rememberPhoneNumber(user);
    if (takeArrivalNotice() !== null) {
      showToast("info", registerTexts.say("info.alreadyMember"), 8);
    }
  }, [cameFromSite, user]);

  return null;
}
