import { matchPath } from "react-router";

import { memberPaths, paths, type PathName } from "./paths.ts";

/** A test whether a path is one of these of the route table. */
export const isOneOf = (patterns: readonly string[]) => (pathname: string) =>
  patterns.some((pattern) => matchPath(pattern, pathname) !== null);

/** Whether the route table has this path at all. */
export const isKnownPath = isOneOf(Object.values(paths));

/** Whether this path is for signed-in members only. */
export const isMemberPath = isOneOf(Object.values(memberPaths));

/** Which entry of the route table a path belongs to, or null. Exact words win over parameters. */
export function pathName(pathname: string): PathName | null {
  const names = Object.keys(paths) as PathName[];
  return names.find((name) => matchPath(paths[name], pathname)) ?? null;
}
