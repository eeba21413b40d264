import type { CheckedSession } from "./calls.ts";
import { ApiError } from "../errors.ts";
import { createExternalStore } from "../store.ts";
import { handoffTarget, handoffUrl, type HandoffConfig, type HandoffTarget } from "./handoff.ts";
import { retryDelay, type Mutex } from "./page.ts";
import type { Session, SessionCall } from "./session.ts";
import type { TokenStore } from "./token-store.ts";

/** How many redirects in how many ms look like a loop (docs/handoff.md, the site's part). */
const LOOP = { redirects: 3, withinMs: 60_000 };

export type DepartureState =
  /** Nobody is signed in, or this page does not hand off. */
  | { status: "idle" }
  /** There is no mini-program to hand over to; the reason is logged. */
  | { status: "off"; reason: "missing" | "not-an-origin" | "insecure" | "same-origin" }
  | { status: "minting" }
  /** No response; it tries again by itself. Show "Open the members' app". */
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
  /** More parameters for the query, read right before this page is left. */
  carry?: () => Record<string, string>;
  /** Whether the mini-program has a path. */
  isKnownPath: (pathname: string) => boolean;
  session: Pick<Session, "checkWith">;
  store: TokenStore;
  checkSession: SessionCall;
  mintHandoff: SessionCall;
  whenActivated: () => Promise<void>;
  runExclusive: Mutex;
}

/** A member path hands off on every host; a public page only on the production host. */
interface DepartureRequest {
  fromMemberPath: boolean;
  /** The member pressed the button, so it is no redirect loop. */
  byHand?: boolean;
}

/** The way from the site to the mini-program: "The site's part" of docs/handoff.md. */
export function departureMachine(options: DepartureOptions) {
  const { config, location, session, store } = options;
  const state = createExternalStore<DepartureState>({ status: "idle" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Counts starts and cancels: what an earlier one began is ignored.
  let attempt = 0;

  async function start(request: DepartureRequest) {
    // Already under way: one ticket is enough.
    const { status } = state.getSnapshot();
    if (!request.byHand && ["minting", "waiting", "left"].includes(status)) return;
    const attemptId = ++attempt;
    clearTimeout(timer);
    const target = targetOf(request);
    if (target === null) return;
    state.set({ status: "minting" });
    await options.whenActivated();
    if (attemptId === attempt) await options.runExclusive(() => mint(target.origin, attemptId, 0));
  }

  function targetOf(request: DepartureRequest): Extract<HandoffTarget, { origin: string }> | null {
    if (!request.fromMemberPath && location.host !== config.productionHost)
      return refuse({ status: "idle" });
    if (store.token.read() === null) return refuse({ status: "idle" });
    const target = handoffTarget(config, location);
    if ("off" in target) return refuse({ status: "off", reason: target.off });
    if (!request.byHand && recentDepartures().length >= LOOP.redirects) {
      return refuse({ status: "stopped" });
    }
    return target;
  }

  function refuse(next: DepartureState): null {
    state.set(next);
    return null;
  }

  async function mint(origin: string, attemptId: number, tries: number) {
    if (attemptId !== attempt) return;
    const result = await session.checkWith(
      config.handoff === "session" ? options.checkSession : options.mintHandoff,
    );
    if (attemptId !== attempt) return;
    if (result.kind === "ended") return state.set({ status: "idle" });
    if (result.kind === "unreachable") {
      state.set({ status: "waiting" });
      const { error } = result;
      const serverDelay = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1000 : 0;
      const again = () => void options.runExclusive(() => mint(origin, attemptId, tries + 1));
      timer = setTimeout(again, Math.max(retryDelay(tries), serverDelay));
      return;
    }
    go(origin, tokenFor(result.response, result.token));
  }

  function go(origin: string, token: string | null) {
    store.departures.write([...recentDepartures(), Date.now()]);
    state.set({ status: "left" });
    const carried = token === null ? {} : options.carry?.();
    options.leave(handoffUrl(origin, location, token, options.isKnownPath, carried));
  }

  const recentDepartures = () =>
    (store.departures.read() ?? []).filter((time) => Date.now() - time < LOOP.withinMs);

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
// there (docs/handoff.md A13), so no token is sent.
function tokenFor(checked: CheckedSession, stored: string): string | null {
  if (checked.handoffToken !== null) return checked.handoffToken;
  return checked.user === null ? null : stored;
}
