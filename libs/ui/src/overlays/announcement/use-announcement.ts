import { useSession } from "@loyalty/api-client/react";
import { useEffect } from "react";

import { openOverlay } from "../overlays.ts";
import { seenAnnouncement } from "./seen-announcement.ts";

/** How long a visitor looks at the page before the announcement comes (spec 000 §9). */
export const ANNOUNCEMENT_DELAY_MS = 1000;

/**
 * Shows the announcement to whoever is not signed in, 1 s after the home screen, once per browser session. A visitor
 * who opened a dialog meanwhile knows what they came for: it waits for their next visit to the home screen.
 */
export function useAnnouncement(): void {
  const session = useSession();
  // Whoever signed out or whose session ended is a member already.
  const isVisitor = session.status === "signed-out" && session.reason === "none";

  useEffect(() => {
    if (!isVisitor || seenAnnouncement.read()) return;
    const timer = setTimeout(() => openOverlay("announcement"), ANNOUNCEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isVisitor]);
}
