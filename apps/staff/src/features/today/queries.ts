import { useQuery } from "@tanstack/react-query";

import { call, type Schema } from "../../queries/requests.ts";

/** Today beside the same weekday a week before, and 28 days. */
export type Home = Schema<"Home">;

/** How today goes at the user's outlets. It changes by itself, and is fetched each minute while it is shown. */
export const useHome = () =>
  useQuery({
    queryKey: ["staff", "home"],
    queryFn: ({ signal }) => call("GET /staff/home", { signal }),
    refetchOnMount: "always",
    refetchInterval: 60_000,
  });
