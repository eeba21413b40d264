import { useQuery } from "@tanstack/react-query";

import { call, type Schema } from "./requests.ts";
import { staffKeys } from "./session.tsx";

/** What waits at the user's outlets: counts, and the first rows of each kind. */
export type Today = Schema<"Today">;

/** What needs a user today. It changes by itself, and is fetched each minute while it is shown. */
export const useToday = ({ isWanted = true } = {}) =>
  useQuery({
    queryKey: staffKeys.today,
    queryFn: ({ signal }) => call("GET /staff/today", { signal }),
    enabled: isWanted,
    refetchOnMount: "always",
    refetchInterval: 60_000,
  });
