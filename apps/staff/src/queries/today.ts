import { queryOptions, useQuery } from "@tanstack/react-query";

import { call, type Schema } from "./requests.ts";

/** What waits at the user's outlets: counts, and the first rows of each kind. */
export type Today = Schema<"Today">;

export const todayOptions = queryOptions({
  queryKey: ["staff", "today"],
  queryFn: ({ signal }) => call("GET /staff/today", { signal }),
  refetchOnMount: "always",
  refetchInterval: 60_000,
});

/** What needs a user today. It changes by itself, and is fetched each minute while it is shown. */
export const useToday = ({ isWanted = true } = {}) =>
  useQuery({ ...todayOptions, enabled: isWanted });
