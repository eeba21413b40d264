import { useSession } from "@loyalty/api-client/react/session";
import { pathAtHost, pendingReceipt, type SessionState } from "@loyalty/api-client/session";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

import { isMemberPath, isOneOf } from "./known-paths.ts";
import { paths } from "./paths.ts";

const LOGIN = [paths.login, paths.loginWithReferral];

/** The pages that a sign-in leaves for the dashboard (spec 000 §2). */
const isLeftAtSignIn = isOneOf([paths.home, paths.locations, paths.about, paths.menu, ...LOGIN]);

/** The pages that a signed-in person does not stay on (spec 000 §2). */
const isForVisitors = isOneOf([paths.home, ...LOGIN]);

/** What one change of the session leaves for the next. */
export interface SessionMemory {
  /** The session's status at the last change. */
  before: SessionState["status"];
  /** The member page, with its query, on which the server ended the session; null when there is none. */
  endedAt: string | null;
}

export interface NavigationState extends SessionMemory {
  session: SessionState;
  pathname: string;
  search: string;
  /** The code of a receipt waits to be claimed: signing in leads there instead of to the dashboard. */
  hasReceipt: boolean;
  /** The path and query that a visitor opened inside a super-app: signing in there leads to it, if it is a member page. */
  openedAtHost: string | null;
  /** This host leaves a signed-in person's page as it is, because it hands them over from there with the same path. */
  handsOver: boolean;
}

/**
 * Where the session sends a person who is on a page of the route table (spec 000 §2 and §4): visitors from member pages to
 * the sign-in, or home when they have just signed out there; members from the pages for visitors to the dashboard, or back
 * to where the server ended their session.
 *
 * @returns a path, or null: they stay
 */
export function redirectFor(situation: NavigationState): string | null {
  const { session, before, pathname, endedAt, hasReceipt, openedAtHost, handsOver } = situation;
  switch (session.status) {
    case "restoring":
      return null;
    case "signed-out": {
      if (!isMemberPath(pathname)) return null;
      const hasJustSignedOut = before !== "signed-out" && session.reason === "signed-out";
      return hasJustSignedOut ? paths.home : paths.login;
    }
    case "signed-in": {
      const hasJustSignedIn = before === "signed-out";
      if (!hasJustSignedIn) return !handsOver && isForVisitors(pathname) ? paths.dashboard : null;
      if (endedAt !== null) return endedAt;
      return isLeftAtSignIn(pathname) ? afterSignIn(hasReceipt, openedAtHost) : null;
    }
  }
}

/** What to remember after a situation: the page of a session that the server ended, until a user signs in or out. */
export function nextSessionMemory(situation: NavigationState): SessionMemory {
  const { session, before, pathname, search, endedAt } = situation;
  const { status } = session;
  if (status === "signed-in") return { before: status, endedAt: null };
  if (status === "restoring" || before === "signed-out") return { before: status, endedAt };
  const isEnded = session.reason === "expired" && isMemberPath(pathname);
  return { before: status, endedAt: isEnded ? pathname + search : null };
}

/** The dashboard (spec 000 §2), unless they came for something else. */
function afterSignIn(hasReceipt: boolean, openedAtHost: string | null): string {
  if (hasReceipt) return paths.receipt;
  // Anybody can write the address that a super-app opens.
  const isMemberPage = openedAtHost !== null && isMemberPath(openedAtHost.split("?")[0]!);
  return isMemberPage ? openedAtHost : paths.dashboard;
}

/** Where a new member goes (spec 000 §2), or back to what they joined for: a receipt, the page inside a super-app. */
export const pathAfterJoining = (): string =>
  afterSignIn(pendingReceipt.read() !== "", pathAtHost());

interface SessionRedirectsProps {
  /** Whether this host hands members over from here by itself; called at each change. */
  handsOver?: () => boolean;
  /** Whether a person whose session the server ended is brought back to their page once they have signed in again. */
  returns?: boolean;
}

/**
 * Goes where `redirectOf` says, whenever the session or the page changes. Rendered once an app, before what acts on the
 * page's address. It is no loader of the routes: the brand site's pages are prerendered, and a client loader would
 * put the framework's fallback into them.
 */
export function SessionRedirects({ handsOver, returns = false }: SessionRedirectsProps) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const remembered = useRef<SessionMemory>({ before: session.status, endedAt: null });

  useEffect(() => {
    const situation = {
      ...remembered.current,
      session,
      pathname,
      search,
      hasReceipt: pendingReceipt.read() !== "",
      openedAtHost: pathAtHost(),
      handsOver: handsOver?.() ?? false,
    };
    const after = nextSessionMemory(situation);
    remembered.current = returns ? after : { ...after, endedAt: null };
    const target = redirectFor(situation);
    if (target !== null && target !== pathname + search) void navigate(target, { replace: true });
  }, [session, pathname, search, handsOver, returns, navigate]);

  return null;
}
