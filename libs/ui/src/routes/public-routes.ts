import type { ComponentType } from "react";
import type { RouteObject } from "react-router";

import { publicPaths, screenFile } from "./paths.ts";

const screens = import.meta.glob<ComponentType>("../public-pages/*-screen.tsx", {
  import: "default",
});

/** The public pages as route objects, each screen in a chunk of its own; by a function, as the members' pages are. */
export const publicRoutes = Object.entries(publicPaths).map(([name, path]): RouteObject => {
  const load = screens[`../public-pages/${screenFile(name)}`]!;
  return { path, lazy: async () => ({ Component: await load() }) };
});
