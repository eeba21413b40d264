import { useSession } from "@loyalty/api-client/react/session.ts";
import type { SessionState } from "@loyalty/api-client/session/session.ts";
import { useEffect, useRef } from "react";
import { matchPath, useLocation, useNavigate } from "react-router";

import { isMemberPath } from "./known-paths.ts";
import { paths } from "./paths.ts";

const isOneOf = (patterns: readonly string[], pathname: string) =>
  patterns.some((pattern) => matchPath(pattern, pathname) !== null);

const LOGIN = [paths.login, paths.loginWithReferral];

/** The pages that a sign-in leaves for the dashboard (spec 000 §2). */
const LEFT_AT_SIGN_IN = [paths.home, paths.locations, paths.about, paths.menu, ...LOGIN];

/** The pages that a signed-in person does not stay on (spec 000 §2). */
const NOT_FOR_MEMBERS = [paths.home, ...LOGIN];

export interface Situation {
  session: SessionState;
  /** The session's status when this was last asked. */
  before: SessionState["status"];
  pathname: string;
  /** The member page, with its query, on which the server ended the session; null when there is none. */
  endedAt: string | null;
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
export function redirectOf(situation: Situation): string | null {
  const { session, before, pathname, endedAt, handsOver } = situation;
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
      if (hasJustSignedIn && endedAt !== null) return endedAt;
      if (hasJustSignedIn) return isOneOf(LEFT_AT_SIGN_IN, pathname) ? paths.dashboard : null;
      return !handsOver && isOneOf(NOT_FOR_MEMBERS, pathname) ? paths.dashboard : null;
    }
  }
}

interface SessionRedirectsProps {
  /** Whether this host hands members over from here by itself; asked at each change. */
  handsOver?: () => boolean;
  /** Whether somebody whose session the server ended is brought back to their page once they have signed in again. */
  returns?: boolean;
}

const never = () => false;

/** Goes where `redirectOf` says, whenever the session or the page changes. Rendered once an app. */
export function SessionRedirects({ handsOver = never, returns = false }: SessionRedirectsProps) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const last = useRef({ status: session.status, endedAt: null as string | null });

  useEffect(() => {
    const { status: before, endedAt } = last.current;
    last.current = { status: session.status, endedAt };
    if (session.status === "signed-in") last.current.endedAt = null;
    if (session.status === "signed-out" && before !== "signed-out") {
      const comesBack = returns && session.reason === "expired" && isMemberPath(pathname);
      last.current.endedAt = comesBack ? pathname + search : null;
    }
    const target = redirectOf({ session, before, pathname, endedAt, handsOver: handsOver() });
    if (target !== null && target !== pathname + search) void navigate(target, { replace: true });
  }, [session, pathname, search, handsOver, returns, navigate]);

  return null;
}
