import { onUnauthorized } from "../http.ts";
import { arrivalMachine, type ArrivalConfig } from "./arrival.ts";
import {
  checkSession,
  mintHandoff,
  presentHandoff,
  signInAtHost,
  signOut,
  startAtHost,
} from "./calls.ts";
import { departureMachine, type DepartureOptions } from "./departure.ts";
import { hostMachine } from "./hosts.ts";
import { handoffMutex, renewalMutex, sha256, whenActivated } from "./page.ts";
import { createPendingSignOuts } from "./pending-sign-outs.ts";
import { createSession } from "./session.ts";
import { tokenStore } from "./token-store.ts";

/** This browser's sign-outs that the server may not know of yet. */
export const pendingSignOuts = createPendingSignOuts({ store: tokenStore, signOut });

/** This page's session. */
export const session = createSession({
  store: tokenStore,
  pendingSignOuts,
  checkSession,
  runExclusive: renewalMutex,
});

onUnauthorized(session.revalidate);

const activated = () => whenActivated(document);

/** The departure of this page: `departureMachine` with this browser around it. */
export const createDeparture = (
  options: Pick<DepartureOptions, "config" | "location" | "leave" | "carry" | "isKnownPath">,
) =>
  departureMachine({
    ...options,
    session,
    store: tokenStore,
    checkSession,
    mintHandoff,
    whenActivated: activated,
    runExclusive: handoffMutex,
  });

/** The arrival on this page: `arrivalMachine` with this browser around it. */
export const createArrival = ({ config }: { config: ArrivalConfig }) =>
  arrivalMachine({
    config,
    session,
    store: tokenStore,
    pendingSignOuts,
    presentHandoff,
    whenActivated: activated,
    // It shows the session that is stored here along with the token, so that is a renewal too.
    runExclusive: (work) => handoffMutex(() => renewalMutex(work)),
    sha256,
  });

/** The super-app around this page: `hostMachine` with this browser around it. */
export const createHosts = ({ chosenLanguage }: { chosenLanguage: () => string | null }) =>
  hostMachine({
    store: tokenStore,
    startAtHost,
    signInAtHost: (name, back, signal) => signInAtHost(name, back, chosenLanguage(), signal),
    whenActivated: activated,
    path: () => location.pathname + location.search,
    leave: (address) => location.replace(address),
  });
