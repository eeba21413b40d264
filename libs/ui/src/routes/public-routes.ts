import type { ComponentType } from "react";
import type { RouteObject } from "react-router";

import { type PublicPathName, publicPaths, publicScreens } from "./paths.ts";

const screens = import.meta.glob<ComponentType>("../public-pages/*-screen.tsx", {
  import: "default",
});

/** The public pages as route objects, each screen in a chunk of its own. */
export const publicRoutes = Object.entries(publicPaths).map(([name, path]): RouteObject => {
  const file = publicScreens[name as PublicPathName];
  return { path, lazy: { Component: screens[`../public-pages/${file}`] } };
});
