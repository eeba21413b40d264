// From this subpath: the framework reads this file before it can start, twice.
import { memberPaths, publicPaths, screenFile } from "@loyalty/ui/routes/paths.ts";
import { route, type RouteConfig } from "@react-router/dev/routes";

const publicPages = Object.entries(publicPaths).map(([name, path]) =>
  route(path, `../../../libs/ui/src/public-pages/${screenFile(name)}`, {
    id: `public/${name}`,
  }),
);

/** This app has no member page: each path leads to the mini-program or the sign-in. */
const memberRedirects = Object.entries(memberPaths).map(([name, path]) =>
  route(path, "handoff/member-redirect.tsx", { id: `member/${name}` }),
);

export default [
  ...publicPages,
  ...memberRedirects,
  route("*", "not-found.tsx"),
] satisfies RouteConfig;
