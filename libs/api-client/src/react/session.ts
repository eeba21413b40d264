import { createContext, use, useSyncExternalStore } from "react";

import { session } from "../session/current.ts";
import type { SessionState } from "../session/session.ts";

const restoring: SessionState = { status: "restoring" };

/**
 * The session that the pages below go on with while it is checked again, so that they stay as they are. Whoever gives it
 * hides them meanwhile.
 */
export const LastSession = createContext<SessionState | null>(null);

/** Who is signed in. Prerendered pages do not know yet: they are `restoring`. */
export function useSession(): SessionState {
  const last = use(LastSession);
  const now = useSyncExternalStore(session.subscribe, session.getSnapshot, () => restoring);
  return last ?? now;
}

/** Whether somebody is signed in: for whoever shows nothing else of the session, and need not draw again when it is found that nobody is. */
export function useIsMember(): boolean {
  return useSyncExternalStore(
    session.subscribe,
    () => session.getSnapshot().status === "signed-in",
    () => false,
  );
}

/** The id of the signed-in member, or null. */
export function useMemberId(): number | null {
  const current = useSession();
  return current.status === "signed-in" ? current.user.id : null;
}

/**
 * The id of the member who does something.
 *
 * @throws where there is no session, with the documents' sentence (spec 000 §7)
 */
export function signedIn(memberId: number | null): number {
  if (memberId === null) throw new Error("User not authenticated");
  return memberId;
}
