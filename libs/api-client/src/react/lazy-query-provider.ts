import { lazy } from "react";

/** `QueryProvider` for parts of public pages, which hydrate without TanStack Query. Below a Suspense boundary. */
export const LazyQueryProvider = lazy(async () => ({
  default: (await import("./query-client.tsx")).QueryProvider,
}));
