import { useEffect, useSyncExternalStore } from "react";

import { api, responseBody } from "../http.ts";
import { TIERS, tiersOf, type TierRule } from "../rules/points.ts";
import { createExternalStore } from "../store.ts";

/** As long as members' data (spec 000 §9). */
const STALE_TIME_MS = 5 * 60_000;

const store = createExternalStore<readonly TierRule[]>(TIERS);
let fetchedAt = Number.NEGATIVE_INFINITY;

/** The tiers of the programme, lowest first: `GET /membership`. */
export async function fetchTiers(signal?: AbortSignal) {
  const { membershipList } = await responseBody(api().GET("/membership", { signal }));
  return membershipList.toSorted((one, other) => one.level - other.level);
}

async function refresh(): Promise<void> {
  if (Date.now() - fetchedAt < STALE_TIME_MS) return;
  fetchedAt = Date.now();
  try {
    store.set(tiersOf(await fetchTiers()));
  } catch {
    // The tiers of the build stay until the next page fetches again.
    fetchedAt = Number.NEGATIVE_INFINITY;
  }
}

/**
 * The tiers with their floors and multipliers: those of the documents, as the prerendered page has them, until the API
 * has sent the current ones. Without the query cache, whose 11 kB public pages do not load; the others use `useTierRules`.
 */
export function useProgrammeTiers(): readonly TierRule[] {
  useEffect(() => void refresh(), []);
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => TIERS);
}
