import { checkSession, signOut } from "../calls/access.ts";
import { onUnauthorized } from "../http.ts";
import { oneRenewalAtATime } from "./page.ts";
import { createSession } from "./session.ts";
import { tokenStore } from "./token-store.ts";
import { createTombstones } from "./tombstones.ts";

/** This browser's sign-outs that the server may not know of yet. */
export const tombstones = createTombstones({ store: tokenStore, signOut });

/** This page's session. */
export const session = createSession({
  store: tokenStore,
  tombstones,
  checkSession,
  oneAtATime: oneRenewalAtATime,
});

onUnauthorized(session.revalidate);
