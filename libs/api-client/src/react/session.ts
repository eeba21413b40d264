import { createContext, use, useSyncExternalStore } from "react";

import { session } from "../session/current.ts";
import type { SessionState } from "../session/session.ts";
import type { Member } from "../wire.ts";

const restoring: SessionState = { status: "restoring" };

/**
 * The session that the pages below keep using while it is checked again, so that they stay as they are. The provider
 * hides them meanwhile.
 */
export const LastSession = createContext<SessionState | null>(null);

/** Who is signed in. Prerendered pages do not know yet: they are `restoring`. */
export function useSession(): SessionState {
  const last = use(LastSession);
  const now = useSyncExternalStore(session.subscribe, session.getSnapshot, () => restoring);
  return last ?? now;
}

/** Whether a member is signed in. Re-renders only when that changes. */
export function useIsMember(): boolean {
  return useSyncExternalStore(
    session.subscribe,
    () => session.getSnapshot().status === "signed-in",
    () => false,
  );
}

/** The signed-in member's record, that of the last visit until the current one has loaded; null where nobody is signed in. */
export function useSignedInMember(): Member | null {
  const current = useSession();
  return current.status === "signed-in" ? current.user : null;
}

/** The id of the signed-in member, or null. */
export const useMemberId = (): number | null => useSignedInMember()?.id ?? null;

/**
 * The id of the member who does something.
 *
 * @throws where there is no session, with the documents' sentence (spec 000 §7)
 */
export function signedIn(memberId: number | null): number {
  if (memberId === null) throw new Error("User not authenticated");
  return memberId;
}
