import {
  dehydrate,
  hydrate,
  QueryClientProvider,
  type DehydratedState,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";

import { session } from "../session/current.ts";
import { safeStorage } from "../store.ts";
import { keys } from "./queries.ts";
import { createQueryClient, followNetwork, followSession } from "./query-client.tsx";

interface ApiProviderProps {
  client?: QueryClient;
  /**
   * Keeps what the member was last told on the device, for where there is no network: under this version of the app, for
   * the next one may want it in another shape.
   */
  remembers?: string;
  children: ReactNode;
}

/** Gives the queries below it their one cache, and keeps it in step with the session and the network. */
export function ApiProvider({ client, remembers, children }: ApiProviderProps) {
  const [cache] = useState(() => {
    const own = client ?? createQueryClient();
    // Before the first query is asked: it finds what was kept.
    if (remembers !== undefined) beginWithLastKnown(own, remembers);
    return own;
  });
  useEffect(() => followSession(cache), [cache]);
  useEffect(() => followNetwork(cache), [cache]);
  useEffect(
    () => (remembers === undefined ? undefined : keepLastKnown(cache, remembers)),
    [cache, remembers],
  );
  return <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
}

const KEY = "lastKnown";
/** Writing waits until the answers of a screen are in. */
const REST_MS = 500;
const KEPT_FOR_MS = 24 * 60 * 60 * 1000;

/** What of a member is worth having without a network: the card, the vouchers, the catalogue. The third part of a key names it. */
const WORTH_KEEPING: ReadonlySet<unknown> = new Set([
  undefined, // the member's record
  "membership-points",
  "recent-activities",
  "preferences",
  "rewards",
  "tier-rewards",
  "vouchers",
]);

const storage = safeStorage(() => localStorage, "last-known");

const memberNow = (): number | null => {
  const now = session.getSnapshot();
  return now.status === "signed-in" ? now.user.id : null;
};

/** What is kept, of one member and one version of the app. */
interface LastKnown {
  version: string;
  memberId: number;
  state: DehydratedState;
}

/**
 * Keeps what a member was last told on the device, so that their card and their vouchers stand where there is no network.
 * It belongs to one member, is a day old at most, and goes with the sign-out.
 *
 * @param version of the app: what another one kept may have another shape
 * @returns how to stop
 */
export function keepLastKnown(client: QueryClient, version: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  // A page that goes before the rest is over writes at once: what was just saved must not come back as it was.
  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    save(client, version);
  };
  window.addEventListener("pagehide", flush);
  const stopCache = client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    clearTimeout(timer);
    timer = setTimeout(flush, REST_MS);
  });
  const stopSession = session.subscribe(() => {
    if (session.getSnapshot().status !== "signed-out") return;
    clearTimeout(timer);
    timer = undefined;
    storage.remove(KEY);
  });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("pagehide", flush);
    stopCache();
    stopSession();
  };
}

// The way to the next tier is part of the card.
const isTiers = ([whose, ...rest]: QueryKey) => whose === keys.tiers[0] && rest.length === 0;

const isWorthKeeping = ([whose, id, what, which]: QueryKey, memberId: number) =>
  whose === keys.ofMembers[0] && id === memberId && WORTH_KEEPING.has(what) && which !== "history";

const isYoung = (dataUpdatedAt: number) => Date.now() - dataUpdatedAt < KEPT_FOR_MS;

function save(client: QueryClient, version: string): void {
  const memberId = memberNow();
  if (memberId === null) return;
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state: { status } }) =>
      status === "success" && (isTiers(queryKey) || isWorthKeeping(queryKey, memberId)),
    shouldDehydrateMutation: () => false,
  });
  storage.write(KEY, JSON.stringify({ version, memberId, state } satisfies LastKnown));
}

/** Begins a visit with what this version of the app was last told about the signed-in member, within a day. */
export function beginWithLastKnown(client: QueryClient, version: string): void {
  client.setQueryDefaults(keys.ofMembers, { gcTime: KEPT_FOR_MS });
  const kept = storage.read(KEY);
  if (kept === null) return;
  try {
    const known = JSON.parse(kept) as LastKnown;
    if (known.version !== version) return storage.remove(KEY);
    if (known.memberId !== memberNow()) return;
    const queries = known.state.queries.filter(({ state }) => isYoung(state.dataUpdatedAt));
    hydrate(client, { ...known.state, queries });
    // However new it is: whoever opens the app again wants to know what has happened since.
    for (const queryKey of [keys.ofMembers, keys.tiers])
      void client.invalidateQueries({ queryKey, refetchType: "none" });
  } catch {
    // Not ours: the network tells it anew.
    storage.remove(KEY);
  }
}
