import type { CheckedSession } from "../calls/session.ts";
import { ApiError } from "../errors.ts";
import { createExternalStore, type ExternalStore } from "../store.ts";
import { handoffTarget, handoffUrl, type HandoffConfig, type HandoffTarget } from "./handoff.ts";
import { retryDelay, type OneAtATime } from "./page.ts";
import type { AskSession, Session } from "./session.ts";
import type { TokenStore } from "./token-store.ts";

/** How many redirects in how many ms look like a loop (docs/handoff.md, the site's part). */
const LOOP = { redirects: 3, withinMs: 60_000 };

export type DepartureState =
  /** Nobody is signed in, or this page does not hand off. */
  | { status: "idle" }
  /** No mini-program can be gone to; the reason is for the log. */
  | { status: "off"; reason: "missing" | "not-an-origin" | "insecure" | "same-origin" }
  | { status: "minting" }
  /** Nobody answered; it tries again by itself. Show "Open the members' app". */
  | { status: "waiting" }
  /** Too many redirects in this tab: only by hand. Show "Open the members' app". */
  | { status: "stopped" }
  | { status: "left" };

export interface DepartureConfig extends HandoffConfig {
  /** `session` puts the stored token itself into the address; `ticket` is the default. */
  handoff?: "ticket" | "session";
}

export interface DepartureOptions {
  config: DepartureConfig;
  /** Read when leaving: the same path and query are gone to. */
  location: { origin: string; host: string; pathname: string; search: string };
  /** `location.replace`, so that the way back does not lead here again. */
  leave: (url: URL) => void;
  /** What else travels in the query, asked right before this page is left. */
  carry?: () => Record<string, string>;
  /** Whether the mini-program has a path. */
  isKnownPath: (pathname: string) => boolean;
  session: Pick<Session, "ask">;
  store: TokenStore;
  checkSession: AskSession;
  mintHandoff: AskSession;
  whenActivated: () => Promise<void>;
  oneAtATime: OneAtATime;
}

/** On a `door`, a member path, every host hands off; a public page only on the production host. */
export interface DepartureWish {
  door: boolean;
  /** The member pressed the button: no loop is feared. */
  byHand?: boolean;
}

export interface Departure extends ExternalStore<DepartureState> {
  start(wish: DepartureWish): Promise<void>;
  cancel(): void;
}

/** The way from the site to the mini-program: "The site's part" of docs/handoff.md. */
export function departureMachine(options: DepartureOptions): Departure {
  const { config, location, session, store } = options;
  const state = createExternalStore<DepartureState>({ status: "idle" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A newer start or a cancel makes whatever is under way worthless.
  let attempt = 0;

  async function start(wish: DepartureWish) {
    // Already on the way: a second ticket would only be one more to guard.
    const { status } = state.getSnapshot();
    if (!wish.byHand && ["minting", "waiting", "left"].includes(status)) return;
    const mine = ++attempt;
    clearTimeout(timer);
    const target = allowed(wish);
    if (target === null) return;
    state.set({ status: "minting" });
    await options.whenActivated();
    if (mine === attempt) await options.oneAtATime(() => mint(target.origin, wish, mine, 0));
  }

  function allowed(wish: DepartureWish): Extract<HandoffTarget, { origin: string }> | null {
    if (!wish.door && location.host !== config.productionHost) return refuse({ status: "idle" });
    if (store.token() === null) return refuse({ status: "idle" });
    const target = handoffTarget(config, location);
    if ("off" in target) return refuse({ status: "off", reason: target.off });
    if (!wish.byHand && recentDepartures().length >= LOOP.redirects) {
      return refuse({ status: "stopped" });
    }
    return target;
  }

  function refuse(next: DepartureState): null {
    state.set(next);
    return null;
  }

  async function mint(origin: string, wish: DepartureWish, mine: number, tries: number) {
    if (mine !== attempt) return;
    const verdict = await session.ask(
      config.handoff === "session" ? options.checkSession : options.mintHandoff,
    );
    if (mine !== attempt) return;
    if (verdict.kind === "ended") return state.set({ status: "idle" });
    if (verdict.kind === "unreachable") return wait(origin, wish, mine, tries, verdict.error);
    go(origin, travelling(verdict.answer, verdict.token));
  }

  function wait(origin: string, wish: DepartureWish, mine: number, tries: number, error: unknown) {
    state.set({ status: "waiting" });
    const asked = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1000 : 0;
    timer = setTimeout(
      () => void options.oneAtATime(() => mint(origin, wish, mine, tries + 1)),
      Math.max(retryDelay(tries), asked),
    );
  }

  function go(origin: string, token: string | null) {
    store.keepDepartures([...recentDepartures(), Date.now()]);
    state.set({ status: "left" });
    const carried = token === null ? {} : options.carry?.();
    options.leave(handoffUrl(origin, location, token, options.isKnownPath, carried));
  }

  const recentDepartures = () =>
    store.departures().filter((time) => Date.now() - time < LOOP.withinMs);

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    start,
    /** Stays here: nothing under way leaves any more. */
    cancel() {
      attempt += 1;
      clearTimeout(timer);
      state.set({ status: "idle" });
    },
  };
}

// A server that mints no tickets gets the stored token; a session that was handed off literally already lives
// over there (docs/handoff.md A13), so nothing travels.
function travelling(answer: CheckedSession, stored: string): string | null {
  if (answer.handoffToken !== null) return answer.handoffToken;
  return answer.user === null ? null : stored;
}
