import { pageOf, publicPaths } from "@loyalty/shell/paths";
import type { ComponentType } from "react";
import type { RouteObject } from "react-router";

const screens = import.meta.glob<ComponentType>("./*/*-screen.tsx", { import: "default" });

/** The public pages as route objects, each screen in a chunk of its own; by a function, as the members' pages are. */
export const publicRoutes = Object.entries(publicPaths).map(([name, path]): RouteObject => {
  const page = pageOf(name);
  const load = screens[`./${page}/${page}-screen.tsx`]!;
  return { path, lazy: async () => ({ Component: await load() }) };
});
