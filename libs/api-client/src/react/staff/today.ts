import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { getToday, type Today } from "../../staff/today.ts";
import { staffKeys } from "./session.tsx";

/** What needs somebody today. It changes by itself: it is fetched at every visit, and each minute while it is shown. */
export const useToday = (): UseQueryResult<Today> =>
  useQuery({
    queryKey: staffKeys.today,
    queryFn: ({ signal }) => getToday(signal),
    refetchOnMount: "always",
    refetchInterval: 60_000,
  });
