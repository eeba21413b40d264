import { matchPath } from "react-router";

import { memberPaths, paths, type PathName } from "./paths.ts";

const isOneOf = (patterns: readonly string[]) => (pathname: string) =>
  patterns.some((pattern) => matchPath(pattern, pathname) !== null);

/** Whether the route table has this path at all. */
export const isKnownPath = isOneOf(Object.values(paths));

/** Whether this path is for signed-in members only. */
export const isMemberPath = isOneOf(Object.values(memberPaths));

/** Which entry of the route table a path belongs to, or null. Exact words win over parameters. */
export function pathName(pathname: string): PathName | null {
  const exact = Object.entries(paths).find(([, pattern]) => matchPath(pattern, pathname));
  return exact ? (exact[0] as PathName) : null;
}
