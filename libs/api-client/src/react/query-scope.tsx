import { QueryClientContext, QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { use, type ComponentType, type ReactNode } from "react";

import { createQueryClient, followSession } from "./query-client.ts";

let shared: QueryClient | undefined;

/** The one cache of a page without `ApiProvider`; from the first question on it is in step with the session. */
function sharedClient(): QueryClient {
  if (!shared) {
    shared = createQueryClient();
    followSession(shared);
  }
  return shared;
}

function QueryScope({ children }: { children: ReactNode }) {
  if (use(QueryClientContext)) return children;
  return <QueryClientProvider client={sharedClient()}>{children}</QueryClientProvider>;
}

/**
 * Lets a component ask the API wherever it stands. Below an `ApiProvider` that one's cache is asked; on a page that
 * asks nothing until a dialog or a menu opens, the cache comes with the first of these.
 */
export function withQueries<Props extends object>(Part: ComponentType<Props>) {
  return function Asking(props: Props) {
    return (
      <QueryScope>
        <Part {...props} />
      </QueryScope>
    );
  };
}
