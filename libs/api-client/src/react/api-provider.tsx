import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";

import { beginWithLastKnown, keepLastKnown } from "./last-known.ts";
import { createQueryClient, followNetwork, followSession } from "./query-client.ts";

interface ApiProviderProps {
  client?: QueryClient;
  /**
   * Keeps what the member was last told on the device, for where there is no network: under this version of the app, for
   * the next one may want it in another shape.
   */
  remembers?: string;
  children: ReactNode;
}

/** Gives the queries below it their one cache, and keeps it in step with the session and the network. */
export function ApiProvider({ client, remembers, children }: ApiProviderProps) {
  const [cache] = useState(() => {
    const own = client ?? createQueryClient();
    // Before the first query is asked: it finds what was kept.
    if (remembers !== undefined) beginWithLastKnown(own, remembers);
    return own;
  });
  useEffect(() => followSession(cache), [cache]);
  useEffect(() => followNetwork(cache), [cache]);
  useEffect(
    () => (remembers === undefined ? undefined : keepLastKnown(cache, remembers)),
    [cache, remembers],
  );
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
}
