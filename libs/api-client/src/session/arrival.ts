import type { CheckedSession, Presentation } from "./calls.ts";
import { ApiError, isRefusal } from "../errors.ts";
import { createExternalStore } from "../store.ts";
import { RESPONSE_TIMEOUT_MS, retryDelay, withTimeout, type Mutex } from "./page.ts";
import type { PendingSignOuts } from "./pending-sign-outs.ts";
import type { Session } from "./session.ts";
import type { PendingHandoff, TokenStore } from "./token-store.ts";

/** The numbers of table C: how long one token is tried, how long the banner stays. */
const RETRY_FOR_MS = 60_000;
const CONFIRMING_MS = 120_000;
const NOT_YOU_MS = 10 * 60_000;

export type ArrivalState =
  /** Nothing was handed over: the stored session was restored. */
  | { status: "none" }
  /** The link came from elsewhere: the member confirms before the token is used. A stored session stays meanwhile. */
  | { status: "asking" }
  | { status: "presenting" }
  /** The token is another member's. "Stay as current" is the default. */
  | { status: "other-member"; maskedName: string; lastDigits: string }
  /** Signed in by it; until `notYouUntil` (ms, or null) a banner shows who, with "Not you?". */
  | { status: "accepted"; notYouUntil: number | null }
  /** It was not accepted, and changed nothing. A visitor reads that the link was used. */
  | { status: "refused" };

export interface ArrivalConfig {
  /** The site's host, with its port if it has one: an arrival from there is expected. */
  productionHost: string;
  /**
   * Ask for confirmation when the browser gives no referrer; `true` unless it is `false`. The site always sends one, a
   * page with a link to another member's account need not.
   */
  handoffStrict?: boolean;
}

export interface ArrivalOptions {
  config: ArrivalConfig;
  session: Pick<Session, "begin" | "restore">;
  store: TokenStore;
  pendingSignOuts: Pick<PendingSignOuts, "flush">;
  presentHandoff: (token: string, how: Presentation) => Promise<CheckedSession>;
  whenActivated: () => Promise<void>;
  runExclusive: Mutex;
  sha256: (text: string) => Promise<string | null>;
}

/** What became of one presentation. */
type Outcome =
  | { kind: "accepted"; state: ArrivalState }
  | { kind: "withdrawn" }
  | { kind: "other-member"; error: ApiError }
  | { kind: "refused" }
  | { kind: "unreachable" };

/**
 * The arrival in the mini-program: "The mini's part" of docs/handoff.md.
 *
 * The token is kept apart from the session until the server accepts it: if it fails, the stored session stays.
 */
export function arrivalMachine(options: ArrivalOptions) {
  const { config, session, store } = options;
  const state = createExternalStore<ArrivalState>({ status: "none" });
  let started: Promise<void> | null = null;

  async function begin() {
    await options.whenActivated();
    const pending = store.pendingHandoff.read();
    if (pending === null || (await isConsumed(pending))) return restore(notYou());
    if (needsConfirmation(pending)) return wait({ status: "asking" });
    await present(pending, { confirm: false, until: pending.at + RETRY_FOR_MS });
  }

  async function isConsumed({ token }: PendingHandoff) {
    const hash = await options.sha256(token);
    const consumed = hash !== null && hash === store.consumedHandoff.read();
    if (consumed) store.pendingHandoff.clear();
    return consumed;
  }

  function needsConfirmation({ referrer, byHost }: PendingHandoff) {
    if (byHost) return false;
    if (referrer === "") return config.handoffStrict !== false;
    return !(URL.canParse(referrer) && new URL(referrer).host === config.productionHost);
  }

  /** Decided: the stored session is restored, if there is one. */
  function restore(next: ArrivalState) {
    session.restore();
    state.set(next);
  }

  /** Not decided yet: a stored session is restored; without one nothing changes, so that the path is not left. */
  function wait(next: ArrivalState) {
    if (store.token.read() !== null) session.restore();
    state.set(next);
  }

  async function present(pending: PendingHandoff, how: { confirm: boolean; until: number }) {
    state.set({ status: "presenting" });
    for (let tries = 0; ; tries += 1) {
      const outcome = await options.runExclusive(() => presentOnce(pending, how.confirm));
      if (outcome.kind === "accepted") return state.set(outcome.state);
      if (outcome.kind === "withdrawn") return restore({ status: "none" });
      if (outcome.kind === "other-member") return wait(otherMember(outcome.error));
      if (outcome.kind === "refused") return refuse(pending, true);
      if (Date.now() + retryDelay(tries) > how.until) return refuse(pending, false);
      if (tries === 0) wait({ status: "presenting" });
      await delay(retryDelay(tries));
    }
  }

  /**
   * One presentation. It runs in turn with the other tabs, storing included, so that the second tab finds the
   * session that the first one opened and keeps it (rule A5).
   */
  async function presentOnce(pending: PendingHandoff, confirm: boolean): Promise<Outcome> {
    // Before every try, or a sign-out that did not reach the server yet would be undone (docs/handoff.md, the mini's part).
    if (!(await options.pendingSignOuts.flush())) return { kind: "unreachable" };
    if (isWithdrawn(pending)) return { kind: "withdrawn" };
    const how = { nonce: pending.nonce, current: store.token.read(), confirm };
    try {
      const response = await withTimeout(RESPONSE_TIMEOUT_MS, (signal) =>
        options.presentHandoff(pending.token, { ...how, signal }),
      );
      if (isWithdrawn(pending)) return { kind: "withdrawn" };
      return await accept(pending, response);
    } catch (error) {
      return outcomeOf(error);
    }
  }

  // A sign-out in another tab drops the handoff that waited here.
  const isWithdrawn = ({ nonce }: PendingHandoff) => store.pendingHandoff.read()?.nonce !== nonce;

  async function accept(pending: PendingHandoff, response: CheckedSession): Promise<Outcome> {
    const { user, isFirstLogin } = response;
    if (user === null) return { kind: "refused" };
    session.begin({ user, isFirstLogin, loginToken: response.loginToken ?? pending.token });
    store.pendingHandoff.clear();
    const notYouUntil = pending.referrer === "" && !pending.byHost ? Date.now() + NOT_YOU_MS : null;
    if (notYouUntil === null) store.notYouUntil.clear();
    else store.notYouUntil.write(notYouUntil);
    await remember(pending);
    return { kind: "accepted", state: { status: "accepted", notYouUntil } };
  }

  /** @param isUsedUp whether the server has seen the token: it is not presented again */
  async function refuse(pending: PendingHandoff, isUsedUp: boolean) {
    store.pendingHandoff.clear();
    if (isUsedUp) await remember(pending);
    restore({ status: "refused" });
  }

  // The history may load the same address again. Presented twice, the token would look stolen (rule A9).
  async function remember({ token }: PendingHandoff) {
    const hash = await options.sha256(token);
    if (hash !== null) store.consumedHandoff.write(hash);
  }

  function notYou(): ArrivalState {
    const until = store.notYouUntil.read();
    return until !== null && until > Date.now() && store.token.read() !== null
      ? { status: "accepted", notYouUntil: until }
      : { status: "none" };
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    /** Runs once a page. */
    start: () => (started ??= begin()),

    /** The member agreed: to use the token, or to change who is signed in here (rule A7). */
    async confirm() {
      const { status } = state.getSnapshot();
      const pending = store.pendingHandoff.read();
      if (status !== "asking" && status !== "other-member") return;
      if (pending === null) return restore({ status: "none" });
      const agreed = status === "other-member";
      await present(pending, {
        confirm: agreed,
        until: agreed ? Date.now() + CONFIRMING_MS : pending.at + RETRY_FOR_MS,
      });
    },

    /** The member declined: the stored session stays, the token is dropped and not used up. */
    decline() {
      const { status } = state.getSnapshot();
      if (status !== "asking" && status !== "other-member") return;
      store.pendingHandoff.clear();
      restore({ status: "none" });
    },
  };
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: "unreachable" };
  if (error.status === 409) return { kind: "other-member", error };
  return { kind: isRefusal(error) ? "refused" : "unreachable" };
}

function otherMember({ body }: ApiError): ArrivalState {
  const { maskedName, lastDigits } = body as { maskedName?: string; lastDigits?: string };
  return { status: "other-member", maskedName: maskedName ?? "", lastDigits: lastDigits ?? "" };
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
