import { linkTicketOf } from "../errors.ts";
import { createExternalStore } from "../store.ts";
import type { HostStart } from "../wire.ts";
import { newNonce } from "./handoff.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "./page.ts";
import type { HostLink, HostOpening, TokenStore } from "./token-store.ts";

/**
 * The mini-program inside a super-app (docs/integrations.md). `?host={name}` on any path says that it is opened there; the
 * browser then goes to the super-app and comes back to `/login` with a code and the state of the attempt in the query
 * (OpenID Connect). The server ties the attempt to this browser.
 */

/** Where a code comes back to. */
const RETURN_PATH = "/login";
const NAME = /^[a-z][a-z0-9-]{1,19}$/;
/** How long the server keeps an attempt, and an account that waits to be linked. */
const ATTEMPT_LIFETIME_MS = 10 * 60_000;
const LINK_MS = 15 * 60_000;
/** The server asks the super-app's server, which may be slow. */
const HOST_TIMEOUT_MS = 2 * RESPONSE_TIMEOUT_MS;

/**
 * Takes what a super-app has written into an address out of it.
 *
 * @returns what it says, or null, and the address without it
 */
export function takeHostOpening(
  address: URL,
  referrer: string,
): { opening: HostOpening | null; clean: URL } {
  const clean = new URL(address);
  const query = address.searchParams;
  const state = query.get("state");
  const isBack = address.pathname === RETURN_PATH && (query.has("code") || query.has("error"));
  if (isBack && state !== null) {
    clean.search = "";
    return { opening: { kind: "back", code: query.get("code") ?? "", state, referrer }, clean };
  }
  const name = query.get("host");
  const deepLink = query.get("liff.state");
  if (deepLink !== null) {
    clean.searchParams.delete("liff.state");
    goTo(clean, deepLink);
  }
  if (name === null) return { opening: null, clean };
  clean.searchParams.delete("host");
  return { opening: NAME.test(name) ? { kind: "start", name } : null, clean };
}

/** LINE opens its endpoint with the path that a link was made for, `/redeem?tab=history`, in the query. */
function goTo(address: URL, path: string) {
  const target = URL.canParse(path, address) ? new URL(path, address) : null;
  if (target?.origin !== address.origin || !path.startsWith("/")) return;
  address.pathname = target.pathname;
  address.search = target.search;
  // Neither a sign-in nor a super-app comes in by a link inside a link.
  for (const name of ["token", "host", "liff.state"]) address.searchParams.delete(name);
}

/**
 * Part of the mini-program's boot script: cleans the address before anything else is loaded. Back from the super-app it
 * becomes the one where the member wanted to go.
 */
export function keepHostOpening(page: Window, store: TokenStore): void {
  const here = new URL(page.location.href);
  const { opening, clean } = takeHostOpening(here, page.document.referrer);
  if (opening !== null) store.hostOpening.write(opening);
  const wanted = opening?.kind === "back" ? store.hostAttempt.read()?.path : undefined;
  const next = wanted === undefined ? clean : new URL(`${here.origin}${wanted}`);
  if (next.href !== here.href) page.history.replaceState(page.history.state, "", next);
}

export type HostState =
  | { status: "idle" }
  /** Opened inside a super-app whose account is linked to nobody: the member signs in, and is asked. */
  | { status: "to-link"; link: HostLink }
  /** It did not sign anybody in. `title` is what the super-app is called, where that is known. */
  | { status: "failed"; error: unknown; title: string | null };

export interface HostOptions {
  store: TokenStore;
  startAtHost: (name: string, signal: AbortSignal) => Promise<HostStart>;
  signInAtHost: (
    name: string,
    back: { code: string; state: string },
    signal: AbortSignal,
  ) => Promise<string>;
  whenActivated: () => Promise<void>;
  path: () => string;
  leave: (address: string) => void;
}

/** The part of the arrival that a super-app adds; the rest is the handoff's (`arrival.ts`). */
export function hostMachine(options: HostOptions) {
  const { store } = options;
  const state = createExternalStore<HostState>({ status: "idle" });

  /** Follows what the address said. Resolves when the session may be restored; never, when the page is left. */
  async function arrive() {
    const opening = store.hostOpening.read();
    if (opening === null) return waitingLink();
    await options.whenActivated();
    store.hostOpening.clear();
    if (opening.kind === "back") return comeBack(opening);
    store.hostAround.write(opening.name);
    // A user is signed in here already: the super-app has nothing to add.
    if (store.token.read() !== null) return waitingLink();
    try {
      await start(opening.name);
    } catch (error) {
      return fail(error, null);
    }
    await new Promise(() => {}); // the browser is leaving
  }

  const fail = (error: unknown, title: string | null) =>
    state.set({ status: "failed", error, title });

  /** A page that was loaded again still asks. */
  function waitingLink() {
    const link = store.hostLink.read();
    if (link !== null && Date.now() < link.at + LINK_MS) state.set({ status: "to-link", link });
    else store.hostLink.clear();
  }

  async function start(name: string) {
    const { address, title, origins } = await withTimeout(RESPONSE_TIMEOUT_MS, (signal) =>
      options.startAtHost(name, signal),
    );
    store.hostAttempt.write({ name, title, origins, path: options.path(), at: Date.now() });
    options.leave(address);
  }

  async function comeBack({ code, state: sent, referrer }: HostOpening & { kind: "back" }) {
    const attempt = store.hostAttempt.read();
    store.hostAttempt.clear();
    const isOurs =
      attempt !== null &&
      Date.now() < attempt.at + ATTEMPT_LIFETIME_MS &&
      cameFrom(referrer, attempt.origins);
    if (!isOurs || code === "") return fail(null, attempt?.title ?? null);
    const at = Date.now();
    try {
      const token = await withTimeout(HOST_TIMEOUT_MS, (signal) =>
        options.signInAtHost(attempt.name, { code, state: sent }, signal),
      );
      store.pendingHandoff.write({ token, nonce: newNonce(), at, referrer: "", byHost: true });
    } catch (error) {
      const linkTicket = linkTicketOf(error);
      const { name: host, title, path } = attempt;
      if (linkTicket === null) return fail(error, title);
      const link = { name: host, title, linkTicket, path, at };
      store.hostLink.write(link);
      state.set({ status: "to-link", link });
    }
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    arrive,
    /** Leaves for the super-app around this page, to link the account there. */
    startLinking: start,
    forgetLink() {
      store.hostLink.clear();
      state.set({ status: "idle" });
    },
  };
}

/** Web views often name no referrer; a page that is named has to be one of the super-app's. */
function cameFrom(referrer: string, origins: readonly string[]): boolean {
  if (referrer === "") return true;
  return URL.canParse(referrer) && origins.includes(new URL(referrer).origin);
}
