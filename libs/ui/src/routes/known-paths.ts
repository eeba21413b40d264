import { matchPath } from "react-router";

import { memberPaths, paths, publicPaths, type PathName } from "./paths.ts";

const isOneOf = (patterns: readonly string[]) => (pathname: string) =>
  patterns.some((pattern) => matchPath(pattern, pathname) !== null);

/** Whether the route table has this path at all. */
export const isKnownPath = isOneOf(Object.values(paths));

/** Whether this path is for signed-in members only. */
export const isMemberPath = isOneOf(Object.values(memberPaths));

/** Whether this is `/login` or `/login/{referralCode}`. */
export const isLoginPath = isOneOf([publicPaths.login, publicPaths.loginWithReferral]);

/** The pages that a sign-in leaves for the dashboard, spec 000 §2. */
const leftAtSignIn = isOneOf([paths.home, paths.locations, paths.about, paths.menu]);

/** Where a person ends up who has just signed in on this path: the dashboard, or where they are. */
export function pathAfterSignIn(pathname: string): string {
  return leftAtSignIn(pathname) || isLoginPath(pathname) ? paths.dashboard : pathname;
}

/** Where a signed-in person is sent who opens this path: home and login lead to the dashboard. */
export function pathForMember(pathname: string): string {
  return matchPath(paths.home, pathname) || isLoginPath(pathname) ? paths.dashboard : pathname;
}

/** Which entry of the route table a path belongs to, or null. Exact words win over parameters. */
export function pathName(pathname: string): PathName | null {
  const exact = Object.entries(paths).find(([, pattern]) => matchPath(pattern, pathname));
  return exact ? (exact[0] as PathName) : null;
}
