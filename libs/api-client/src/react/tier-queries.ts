import { skipToken, useQuery, type UseQueryResult } from "@tanstack/react-query";

import { getTier, getTiers } from "../calls/tiers.ts";
import type { Tier } from "../wire.ts";
import { keys } from "./keys.ts";

/** The tiers of the programme, lowest first. */
export const useTiers = (): UseQueryResult<Tier[]> =>
  useQuery({ queryKey: keys.tiers, queryFn: ({ signal }) => getTiers(signal) });

/** One tier; with null it waits until the id is known. */
export const useTier = (id: number | null): UseQueryResult<Tier> =>
  useQuery({
    queryKey: keys.tier(id),
    queryFn: id === null ? skipToken : ({ signal }) => getTier(id, signal),
  });
