import { api } from "@loyalty/api-client/http.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { type Schema, staffBody } from "./requests.ts";
import { staffKeys } from "./session.tsx";

/** What waits at one's outlets: counts, and the first rows of each kind. */
export type Today = Schema<"Today">;

/** What needs somebody today: `GET /staff/today`. It changes by itself, and is fetched each minute while it is shown. */
export const useToday = (): UseQueryResult<Today> =>
  useQuery({
    queryKey: staffKeys.today,
    queryFn: ({ signal }) => staffBody(() => api().GET("/staff/today", { signal })),
    refetchOnMount: "always",
    refetchInterval: 60_000,
  });
