// From this entry point: the framework reads this file before it can start, twice.
import { memberPaths, pageOf, publicPaths } from "@loyalty/shell/paths";
import { route, type RouteConfig } from "@react-router/dev/routes";
import { createRequire } from "node:module";
import { relative } from "node:path";

const { resolve } = createRequire(import.meta.url);

const publicPages = Object.entries(publicPaths).map(([name, path]) => {
  const screen = resolve(`@loyalty/public-pages/${pageOf(name)}`);
  return route(path, relative(import.meta.dirname, screen), { id: `public/${name}` });
});

/** This app has no member page: each path leads to the mini-program or the sign-in. */
const memberRedirects = Object.entries(memberPaths).map(([name, path]) =>
  route(path, "handoff/member-redirect.tsx", { id: `member/${name}` }),
);

export default [
  ...publicPages,
  ...memberRedirects,
  route("*", "not-found.tsx"),
] satisfies RouteConfig;
