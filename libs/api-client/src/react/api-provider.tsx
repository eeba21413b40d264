import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";

import { beginWithLastKnown, keepLastKnown } from "./last-known.ts";
import { createQueryClient, followNetwork, followSession } from "./query-client.ts";

interface ApiProviderProps {
  client?: QueryClient;
  /** Keeps what the member was last told on the device, for where there is no network. */
  remembers?: boolean;
  children: ReactNode;
}

/** Gives the queries below it their one cache, and keeps it in step with the session and the network. */
export function ApiProvider({ client, remembers = false, children }: ApiProviderProps) {
  const [cache] = useState(() => {
    const own = client ?? createQueryClient();
    // Before the first query is asked: it finds what was kept.
    if (remembers) beginWithLastKnown(own);
    return own;
  });
  useEffect(() => followSession(cache), [cache]);
  useEffect(() => followNetwork(cache), [cache]);
  useEffect(() => (remembers ? keepLastKnown(cache) : undefined), [cache, remembers]);
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
}
