import type { CheckedSession, SignedIn } from "../calls/session.ts";
import { ApiError } from "../errors.ts";
import { isSameRecord } from "../rules/records.ts";
import { createExternalStore } from "../store.ts";
import type { Member } from "../wire.ts";
import { ANSWER_MS, TURN_MS, withTimeout, type OneAtATime } from "./page.ts";
import type { PendingSignOuts } from "./pending-sign-outs.ts";
import { STORAGE_KEYS, type TokenStore } from "./token-store.ts";

export type SessionState =
  | { status: "restoring" }
  | { status: "signed-out"; reason: "none" | "signed-out" | "expired" }
  | {
      status: "signed-in";
      user: Member;
      /** A new member's first time, until the referral-code dialog was answered. */
      isFirstLogin: boolean;
      /** The last check reached nobody: what is shown may be old. */
      stale: boolean;
    };

/** What a check found: the session goes on, is over, or nobody could be asked. */
export type Verdict =
  | { kind: "kept"; answer: CheckedSession; token: string }
  | { kind: "ended" }
  | { kind: "unreachable"; error: unknown };

/** A call of `GET /member/checksession` with that token. */
export type AskSession = (token: string, signal?: AbortSignal) => Promise<CheckedSession>;

export interface SessionOptions {
  store: TokenStore;
  pendingSignOuts: PendingSignOuts;
  checkSession: AskSession;
  /** Lets one tab after the other renew the token that they share. */
  oneAtATime?: OneAtATime;
}

export type Session = ReturnType<typeof createSession>;

/**
 * Who is signed in, as one value that changes: restoring → signed-out | signed-in.
 *
 * The stored token is the truth that all tabs share, and it changes with every check. So whatever an answer says
 * counts only while the token that asked is still the stored one.
 */
export function createSession({
  store,
  pendingSignOuts,
  checkSession,
  oneAtATime = (work) => work(),
}: SessionOptions) {
  const state = createExternalStore<SessionState>({ status: "restoring" });
  const heartbeat = createHeartbeat(() => void check());
  let checking: Promise<Verdict> | null = null;
  /** Counts changes of the member's record: one that was changed during a check is newer than the check's answer. */
  let changes = 0;

  // The server says "first login" once; here it holds until the dialog was answered, also over a reload.
  function enter(user: Member, isFirstLogin: boolean, stale = false) {
    if (isFirstLogin && store.firstLoginSeen() !== user.id) store.keepFirstLogin(user.id);
    state.set({
      status: "signed-in",
      user,
      isFirstLogin: store.firstLogin() === user.id,
      stale,
    });
  }

  // Changes what is shown only; who ends a session clears the store before.
  function leave(reason: "none" | "signed-out" | "expired") {
    heartbeat.stop();
    if (state.getSnapshot().status !== "signed-out") state.set({ status: "signed-out", reason });
  }

  function begin({ user, loginToken, isFirstLogin }: SignedIn) {
    store.keep(user, loginToken);
    enter(user, isFirstLogin);
    heartbeat.start(FIRST_BEAT_MS.afterBegin);
  }

  function restore() {
    const user = store.user();
    if (store.token() === null) return leave("none");
    // A token alone shows nobody yet: the check brings the user, or ends it.
    if (user !== null) enter(user, false);
    heartbeat.start(user === null ? 0 : FIRST_BEAT_MS.afterRestore);
  }

  /**
   * Another tab changed what is stored. While this page is still finding out who is signed in, no token decides
   * nothing: the keys of a sign-in elsewhere arrive one by one, and leaving would lose the path.
   */
  function follow() {
    const user = store.user();
    const now = state.getSnapshot();
    if (store.token() === null) {
      if (now.status !== "restoring") leave("signed-out");
      return;
    }
    if (now.status === "signed-in" && user !== null) {
      if (!isSameRecord(now.user, user)) enter(user, false);
    } else if (now.status === "signed-out") {
      restore();
    }
  }

  /** Asks the server about the stored token by the given call, in this tab's turn, and takes over what it says. */
  const ask = (call: AskSession): Promise<Verdict> =>
    withTimeout(TURN_MS, (turn) =>
      oneAtATime(() => withTimeout(ANSWER_MS, (signal) => askNow(call, signal)), turn),
    ).catch(keepStale);

  async function askNow(call: AskSession, signal: AbortSignal): Promise<Verdict> {
    const sent = store.token();
    const changesBefore = changes;
    if (sent === null) {
      leave("none");
      return { kind: "ended" };
    }
    try {
      const answer = await call(sent, signal);
      if (store.token() !== sent) return overtaken(answer);
      return adopt(changes === changesBefore ? answer : { ...answer, user: null }, sent);
    } catch (error) {
      const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (!refused) return keepStale(error);
      if (store.token() !== sent) return overtaken(null);
      store.forget();
      leave("expired");
      return { kind: "ended" };
    }
  }

  function keepStale(error: unknown): Verdict {
    const user = store.user();
    if (user === null) leave("none");
    else enter(user, false, true);
    return { kind: "unreachable", error };
  }

  function adopt(answer: CheckedSession, sent: string): Verdict {
    const user = answer.user ?? store.user();
    if (answer.user !== null) store.keepUser(answer.user);
    const token = answer.loginToken ?? sent;
    store.keepToken(token);
    if (user !== null) enter(user, answer.isFirstLogin);
    return { kind: "kept", answer, token };
  }

  // Another tab renewed or ended the session while we asked: what is stored is newer than our answer.
  function overtaken(answer: CheckedSession | null): Verdict {
    follow();
    const token = store.token();
    if (token === null) {
      leave("signed-out");
      return { kind: "ended" };
    }
    return answer === null
      ? { kind: "unreachable", error: new Error("Another tab renewed the session meanwhile") }
      : { kind: "kept", answer, token };
  }

  /** Checks the session now; checks under way are shared. */
  async function check(): Promise<Verdict["kind"]> {
    checking ??= ask(checkSession).finally(() => {
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
    ask,

    /**
     * Signs out: here at once and for all tabs, at the server as soon as it can be reached (spec 000 §4). The
     * pending sign-out is stored first, so that no network, crash or pending handoff can undo it.
     */
    async end(): Promise<void> {
      const token = store.token();
      if (token !== null) pendingSignOuts.add(token);
      const told = pendingSignOuts.flush();
      store.forgetAll();
      leave("signed-out");
      await told;
    },

    /**
     * A call was refused with that token. If it is still the stored one, the server is asked whether the session goes on.
     *
     * @returns the token to try again with; null when there is none
     */
    async revalidate(token: string): Promise<string | null> {
      if (store.token() === token) await check();
      const next = store.token();
      return next === token ? null : next;
    },

    /** The member's record changed: what is shown and stored follows, and the queries with it (react/query-client.ts). */
    setUser(user: Member) {
      const now = state.getSnapshot();
      if (now.status !== "signed-in" || now.user.id !== user.id || isSameRecord(now.user, user)) {
        return;
      }
      changes += 1;
      store.keepUser(user);
      state.set({ ...now, user });
    },

    /** The referral-code dialog was answered: it does not open again in this browser. */
    acknowledgeFirstLogin() {
      const now = state.getSnapshot();
      if (now.status !== "signed-in") return;
      store.keepFirstLoginSeen(now.user.id);
      state.set({ ...now, isFirstLogin: false });
    },

    /** Follows other tabs, the back-forward cache and the network. @returns how to stop */
    watch(page: Window) {
      // A sign-out without network, and the browser was closed since.
      void pendingSignOuts.flush();
      return watchPage(page, {
        storedElsewhere: follow,
        signedOutElsewhere: () => pendingSignOuts.dropPendingHandoff(),
        shownAgain() {
          follow();
          const now = state.getSnapshot();
          if (now.status !== "signed-in") return;
          state.set({ status: "restoring" });
          void check();
        },
        online() {
          void pendingSignOuts.flush();
          if (state.getSnapshot().status === "signed-in") void check();
        },
      });
    },
  };
}

/** When a session is checked, in ms (spec 000 §4). */
export const FIRST_BEAT_MS = { afterRestore: 500, afterBegin: 1000 } as const;
export const BEAT_MS = 5 * 60 * 1000;

/** Calls `beat` after a first delay and then every five minutes, until stopped. Starting anew replaces the first. */
export function createHeartbeat(beat: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      schedule(BEAT_MS);
      beat();
    }, delay);
  }

  return {
    start: schedule,
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

export interface PageEvents {
  /** Another tab signed in, renewed its token, or lost it. */
  storedElsewhere: () => void;
  /** Another tab signed out on purpose: nothing waiting here may sign in again. */
  signedOutElsewhere: () => void;
  /** The back-forward cache shows this page again, as it was. */
  shownAgain: () => void;
  /** The network is back. */
  online: () => void;
}

/** Listens to what a page is told from outside and names it. @returns how to stop */
export function watchPage(page: Window, events: PageEvents): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  page.addEventListener(
    "storage",
    ({ key }) => {
      // A null key: the whole storage was emptied.
      if (key === STORAGE_KEYS.pendingSignOuts) events.signedOutElsewhere();
      if (key === STORAGE_KEYS.token || key === STORAGE_KEYS.user || key === null) {
        events.storedElsewhere();
      }
    },
    { signal },
  );
  page.addEventListener("pageshow", ({ persisted }) => persisted && events.shownAgain(), {
    signal,
  });
  page.addEventListener("online", () => events.online(), { signal });
  return () => listeners.abort();
}
