import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";

import { createQueryClient, followSession } from "./query-client.ts";

/** Gives the queries below it their one cache, and keeps it in step with the session. */
export function ApiProvider({ client, children }: { client?: QueryClient; children: ReactNode }) {
  const [cache] = useState(() => client ?? createQueryClient());
  useEffect(() => followSession(cache), [cache]);
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
}
