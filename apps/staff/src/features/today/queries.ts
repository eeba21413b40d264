import { formatWeekday } from "@loyalty/ui/formats";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { call, type QueryOf, type Schema } from "../../queries/requests.ts";

/** A day beside the same weekday a week before, the outlets compared, 28 days, and what comes. */
export type Home = Schema<"Home">;

/** A day, by default today, and an outlet, by default all of the user's. */
export type HomeQuery = QueryOf<"GET /staff/home">;

/** How a day goes. It changes by itself, and is fetched each minute while it is shown. */
export const useHome = (query: HomeQuery) =>
  useQuery({
    queryKey: ["staff", "home", query],
    queryFn: ({ signal }) => call("GET /staff/home", { params: { query }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    refetchInterval: 60_000,
  });

/** The day that is shown: the last of the 28. */
export const dayOf = ({ dayList }: Home): string => dayList.at(-1)?.day ?? "";

/** The weekday a week before today, in words; undefined for a day that is over. */
export const lastWeekday = (home: Home): string | undefined =>
  home.isToday ? formatWeekday(dayOf(home)) : undefined;
