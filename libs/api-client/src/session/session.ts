import type { CheckedSession, SignedIn } from "./calls.ts";
import { ApiError } from "../errors.ts";
import { isSameRecord } from "../rules/records.ts";
import { createExternalStore } from "../store.ts";
import type { Member } from "../wire.ts";
import { RESPONSE_TIMEOUT_MS, TURN_MS, withTimeout, type Mutex } from "./page.ts";
import type { PendingSignOuts } from "./pending-sign-outs.ts";
import type { TokenStore } from "./token-store.ts";

export type SessionState =
  | { status: "restoring" }
  | { status: "signed-out"; reason: "none" | "signed-out" | "expired" }
  | {
      status: "signed-in";
      user: Member;
      /** A new member's first time, until the referral-code dialog was answered. */
      isFirstLogin: boolean;
      /** The last check got no response: what is shown may be old. */
      stale: boolean;
    };

export type CheckResult =
  | { kind: "kept"; response: CheckedSession; token: string }
  | { kind: "ended" }
  | { kind: "unreachable"; error: unknown };

/** A call of `GET /member/checksession` with that token. */
export type SessionCall = (token: string, signal?: AbortSignal) => Promise<CheckedSession>;

interface SessionOptions {
  store: TokenStore;
  pendingSignOuts: PendingSignOuts;
  checkSession: SessionCall;
  /** Lets one tab after the other renew the token that they share. */
  runExclusive?: Mutex;
}

export type Session = ReturnType<typeof createSession>;

/**
 * Who is signed in, as one value that changes: restoring → signed-out | signed-in.
 *
 * All tabs share the stored token, and every check changes it. So a response counts only while the token that was sent
 * is still the stored one.
 */
export function createSession({
  store,
  pendingSignOuts,
  checkSession,
  runExclusive = (work) => work(),
}: SessionOptions) {
  const state = createExternalStore<SessionState>({ status: "restoring" });
  let nextCheck: ReturnType<typeof setTimeout> | undefined;
  let checking: Promise<CheckResult> | null = null;
  /** Counts changes of the member's record: one that was changed during a check is newer than the check's response. */
  let changes = 0;

  // The server sends "first login" once; here it holds until the dialog was closed, also over a reload.
  function enter(user: Member, isFirstLogin: boolean, stale = false) {
    if (isFirstLogin && store.firstLoginSeen.read() !== user.id) store.firstLogin.write(user.id);
    state.set({
      status: "signed-in",
      user,
      isFirstLogin: store.firstLogin.read() === user.id,
      stale,
    });
  }

  /** Checks the session after a delay, and then every five minutes until it has ended. */
  function checkIn(delayMs: number) {
    clearTimeout(nextCheck);
    nextCheck = setTimeout(() => {
      checkIn(CHECK_INTERVAL_MS);
      void check();
    }, delayMs);
  }

  // Changes what is shown only; who ends a session clears the store before.
  function leave(reason: "none" | "signed-out" | "expired") {
    clearTimeout(nextCheck);
    if (state.getSnapshot().status !== "signed-out") state.set({ status: "signed-out", reason });
  }

  function begin({ user, loginToken, isFirstLogin }: SignedIn) {
    store.keep(user, loginToken);
    enter(user, isFirstLogin);
    checkIn(FIRST_CHECK_MS.afterBegin);
  }

  function restore() {
    const user = store.user.read();
    if (store.token.read() === null) return leave("none");
    // A token without a user: the check gets the user, or ends the session.
    if (user !== null) enter(user, false);
    checkIn(user === null ? 0 : FIRST_CHECK_MS.afterRestore);
  }

  /**
   * Another tab changed what is stored. While this page is still finding out who is signed in, no token decides
   * nothing: the keys of a sign-in elsewhere arrive one by one, and leaving would lose the path.
   */
  function follow() {
    const user = store.user.read();
    const now = state.getSnapshot();
    if (store.token.read() === null) {
      if (now.status !== "restoring") leave("signed-out");
      return;
    }
    if (now.status === "signed-in" && user !== null) {
      if (!isSameRecord(now.user, user)) enter(user, false);
    } else if (now.status === "signed-out") {
      restore();
    }
  }

  /** Checks the stored token with the given call, in this tab's turn, and takes over the result. */
  const checkWith = (call: SessionCall): Promise<CheckResult> =>
    withTimeout(TURN_MS, (turn) =>
      runExclusive(
        () => withTimeout(RESPONSE_TIMEOUT_MS, (signal) => checkNow(call, signal)),
        turn,
      ),
    ).catch(keepStale);

  async function checkNow(call: SessionCall, signal: AbortSignal): Promise<CheckResult> {
    const sent = store.token.read();
    const changesBefore = changes;
    if (sent === null) {
      leave("none");
      return { kind: "ended" };
    }
    try {
      const response = await call(sent, signal);
      if (store.token.read() !== sent) return overtaken(response);
      return adopt(response, changes === changesBefore ? response.user : null, sent);
    } catch (error) {
      const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (!refused) return keepStale(error);
      if (store.token.read() !== sent) return overtaken(null);
      store.forget();
      leave("expired");
      return { kind: "ended" };
    }
  }

  function keepStale(error: unknown): CheckResult {
    const user = store.user.read();
    if (user === null) leave("none");
    else enter(user, false, true);
    return { kind: "unreachable", error };
  }

  function adopt(response: CheckedSession, newer: Member | null, sent: string): CheckResult {
    const user = newer ?? store.user.read();
    if (newer !== null) store.user.write(newer);
    const token = response.loginToken ?? sent;
    store.token.write(token);
    if (user !== null) enter(user, response.isFirstLogin);
    return { kind: "kept", response, token };
  }

  // Another tab renewed or ended the session during the check: what is stored is newer than the response.
  function overtaken(response: CheckedSession | null): CheckResult {
    follow();
    const token = store.token.read();
    if (token === null) {
      leave("signed-out");
      return { kind: "ended" };
    }
    return response === null
      ? { kind: "unreachable", error: new Error("Another tab renewed the session meanwhile") }
      : { kind: "kept", response, token };
  }

  async function check(): Promise<CheckResult["kind"]> {
    checking ??= checkWith(checkSession).finally(() => {
      checking = null;
    });
    return (await checking).kind;
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    begin,
    restore,
    check,
    checkWith,

    /**
     * Signs out: here at once and for all tabs, at the server as soon as it can be reached (spec 000 §4). The
     * pending sign-out is stored first, so that no network, crash or pending handoff can undo it.
     */
    async end(): Promise<void> {
      const token = store.token.read();
      if (token !== null) pendingSignOuts.add(token);
      const sent = pendingSignOuts.flush();
      store.forgetAll();
      leave("signed-out");
      await sent;
    },

    /**
     * A call with that token got a 401. If it is still the stored one, the session is checked.
     *
     * @returns the token to try again with; null when there is none
     */
    async revalidate(token: string): Promise<string | null> {
      if (store.token.read() === token) await check();
      const next = store.token.read();
      return next === token ? null : next;
    },

    /** The member's record changed: what is shown and stored follows, and the queries with it (react/query-client.ts). */
    setUser(user: Member) {
      const now = state.getSnapshot();
      if (now.status !== "signed-in" || now.user.id !== user.id || isSameRecord(now.user, user)) {
        return;
      }
      changes += 1;
      store.user.write(user);
      state.set({ ...now, user });
    },

    /** The referral-code dialog was answered: it does not open again in this browser. */
    acknowledgeFirstLogin() {
      const now = state.getSnapshot();
      if (now.status !== "signed-in") return;
      store.firstLogin.clear();
      store.firstLoginSeen.write(now.user.id);
      state.set({ ...now, isFirstLogin: false });
    },

    /** Follows other tabs, the back-forward cache and the network. @returns how to stop */
    watch(page: Window) {
      // A sign-out without network, and the browser was closed since.
      void pendingSignOuts.flush();
      const listeners = new AbortController();
      const { signal } = listeners;
      page.addEventListener("storage", ({ key }) => followStorage(key), { signal });
      page.addEventListener("pageshow", ({ persisted }) => persisted && followCache(), { signal });
      page.addEventListener("online", followNetwork, { signal });
      return () => listeners.abort();
    },
  };

  /** @param key what another tab stored or removed; null: it emptied the whole storage */
  function followStorage(key: string | null) {
    // A sign-out on purpose: nothing waiting here may sign in again.
    if (key === store.pendingSignOuts.key) pendingSignOuts.dropPendingHandoff();
    if (key === store.token.key || key === store.user.key || key === null) follow();
  }

  /** The back-forward cache shows this page again, as it was. */
  function followCache() {
    follow();
    const now = state.getSnapshot();
    if (now.status !== "signed-in") return;
    state.set({ status: "restoring" });
    void check();
  }

  function followNetwork() {
    void pendingSignOuts.flush();
    if (state.getSnapshot().status === "signed-in") void check();
    // A token whose member could not be asked for.
    else follow();
  }
}

/** When a session is checked, in ms (spec 000 §4). */
const FIRST_CHECK_MS = { afterRestore: 500, afterBegin: 1000 } as const;
const CHECK_INTERVAL_MS = 5 * 60 * 1000;
