import {
  QueryClient,
  QueryClientContext,
  QueryClientProvider,
  type DefaultOptions,
  type QueryCacheNotifyEvent,
} from "@tanstack/react-query";
import { use, type ReactNode } from "react";

import { isRetryable } from "../errors.ts";
import { isSameRecord } from "../rules/records.ts";
import { session } from "../session/current.ts";
import type { Member } from "../wire.ts";
import { keys } from "./queries.ts";

/** How long data counts as fresh, and when the dashboard reloads after a sign-in, in ms (spec 000 §9). */
const STALE_TIME_MS = 5 * 60 * 1000;
const RELOAD_AFTER_SIGN_IN_MS = 100;

/** The cache of the API's responses. `queries` changes the defaults, e.g. `{ retry: false }` in tests. */
export function createQueryClient(queries: DefaultOptions["queries"] = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_TIME_MS, retry: onceMore, ...queries },
      // Without a network a mutation fails at once; paused, it would happen later and unseen.
      mutations: { networkMode: "always" },
    },
  });
}

/**
 * Keeps the cache and the session in step: nothing of a member outlives the sign-out, a sign-in reloads, and there is one
 * record of the member. Whichever of a session check, a save or a query has the newer one, both take it, and with them the
 * storage.
 *
 * @returns how to stop
 */
export function followSession(client: QueryClient): () => void {
  let member = signedInMember();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopCache = client.getQueryCache().subscribe((event) => {
    const record = recordOf(event, member);
    if (record) session.setUser(record);
  });
  const stopSession = session.subscribe(() => {
    // While the session is being restored no member is shown, but there was no sign-out: the last member counts.
    const next = session.getSnapshot().status === "restoring" ? member : signedInMember();
    if (next === member) return applySessionRecord(client);
    if (member !== null) client.removeQueries({ queryKey: keys.ofMembers });
    member = next;
    clearTimeout(timer);
    if (next !== null) timer = setTimeout(() => void reload(client), RELOAD_AFTER_SIGN_IN_MS);
  });
  return () => {
    clearTimeout(timer);
    stopCache();
    stopSession();
  };
}

function recordOf(event: QueryCacheNotifyEvent, member: number | null): Member | null {
  if (event.type !== "updated" || event.action.type !== "success" || member === null) return null;
  const [whose, id, part] = event.query.queryKey;
  const isRecord = whose === keys.ofMembers[0] && id === member && part === undefined;
  return isRecord ? (event.query.state.data as Member) : null;
}

/** Gives the session's record to the queries that show it already. */
function applySessionRecord(client: QueryClient): void {
  const now = session.getSnapshot();
  if (now.status !== "signed-in") return;
  client.setQueryData<Member>(keys.member(now.user.id), (known) =>
    known && !isSameRecord(known, now.user) ? now.user : undefined,
  );
}

/**
 * Fetches again what failed without a network as soon as there is one. TanStack does so only where it has seen the
 * network go: a page that was opened without one counts as online to it.
 *
 * @returns how to stop
 */
export function followNetwork(client: QueryClient): () => void {
  const refetchFailed = () =>
    client.invalidateQueries(
      { predicate: ({ state }) => state.status === "error" && isRetryable(state.error) },
      { cancelRefetch: false },
    );
  async function onOnline() {
    // What was sent without a network may still fail: this joins it, and sends nothing itself.
    const underWay = client.refetchQueries({ fetchStatus: "fetching" }, { cancelRefetch: false });
    void refetchFailed();
    await underWay;
    void refetchFailed();
  }
  const listener = () => void onOnline();
  addEventListener("online", listener);
  return () => removeEventListener("online", listener);
}

const reload = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: keys.ofMembers }, { cancelRefetch: false });

/** The id of the signed-in member, or null; React components use `useMemberId`. */
export function signedInMember(): number | null {
  const now = session.getSnapshot();
  return now.status === "signed-in" ? now.user.id : null;
}

// A refusal stays one; only what may have been an accident is tried again, once, so that Retry appears soon.
function onceMore(failures: number, error: Error): boolean {
  return isRetryable(error) && failures < 1;
}

let shared: QueryClient | undefined;

/** The one cache of a page without `ApiProvider`; in step with the session from the first query on. */
function sharedClient(): QueryClient {
  if (!shared) {
    shared = createQueryClient();
    followSession(shared);
  }
  return shared;
}

/**
 * Lets what is below it use queries: with the cache of a provider above, else with one that is made for the first dialog
 * or menu of a page that needs it.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const client = use(QueryClientContext) ?? sharedClient();
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
