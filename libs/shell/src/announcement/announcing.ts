import { useSession } from "@loyalty/api-client/react/session";
import { storedText, tabStore } from "@loyalty/api-client/store";
import { announcementContent } from "@loyalty/content/announcement";
import { useContent } from "@loyalty/content/content";
import { useEffect, useEffectEvent } from "react";

import { openDialog } from "../account/dialogs.ts";

/** Kept once the announcement was seen in this browser session (spec 000 §2). */
export const seenAnnouncement = storedText(tabStore, "seen announcement");

/** How long a visitor looks at the page before the announcement comes (spec 000 §9). */
const ANNOUNCEMENT_DELAY_MS = 1000;

/**
 * Shows the announcement to visitors who are not signed in, 1 s after the home screen, once per browser session. A visitor
 * who opened a dialog meanwhile knows what they came for: it waits for their next visit to the home screen. The office can
 * turn it off. A component, so that nothing else of the page is re-rendered when it turns out who is here.
 */
export function Announcing() {
  const session = useSession();
  // A user who signed out or whose session ended is a member already.
  const isVisitor = session.status === "signed-out" && session.reason === "none";

  const { isShown } = useContent(announcementContent);
  const announce = useEffectEvent(() => {
    if (isShown) openDialog("announcement");
  });

  useEffect(() => {
    if (!isVisitor || seenAnnouncement.read() !== null) return;
    const timer = setTimeout(() => announce(), ANNOUNCEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isVisitor]);

  return null;
}
