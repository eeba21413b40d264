import { createAsyncStoragePersister } from "@tanstack/query-async-storage-persister";
import {
  IsRestoringProvider,
  QueryClientProvider,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import {
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
  type PersistedClient,
  type PersistQueryClientOptions,
} from "@tanstack/react-query-persist-client";
import { useEffect, useState, type ReactNode } from "react";

import { session } from "../session/current.ts";
import { localStore, MEMBER_KEYS } from "../store.ts";
import { keys } from "./queries.ts";
import {
  createQueryClient,
  followNetwork,
  followSession,
  signedInMember,
} from "./query-client.tsx";

interface ApiProviderProps {
  client?: QueryClient;
  /**
   * Keeps the member's last data on the device, for use without a network. It is dropped when this version changes,
   * because its shape may have changed too.
   */
  offlineVersion?: string;
  children: ReactNode;
}

/** Gives the queries below it their one cache, and keeps it in step with the session and the network. */
export function ApiProvider({ client, offlineVersion, children }: ApiProviderProps) {
  const [cache] = useState(() => client ?? createQueryClient());
  const [isRestoring, setRestoring] = useState(
    () => offlineVersion !== undefined && signedInMember() !== null,
  );
  useEffect(() => followSession(cache), [cache]);
  useEffect(() => followNetwork(cache), [cache]);
  useEffect(
    () =>
      offlineVersion === undefined
        ? undefined
        : keepOffline(cache, offlineVersion, () => setRestoring(false)),
    [cache, offlineVersion],
  );
  return (
    <QueryClientProvider client={cache}>
      <IsRestoringProvider value={isRestoring}>{children}</IsRestoringProvider>
    </QueryClientProvider>
  );
}

const KEY = MEMBER_KEYS.lastKnown;
const WRITE_EVERY_MS = 500;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * What of a member is kept: the card, points, vouchers, the catalogue, messages, invited friends. By the third part of
 * a query's key.
 */
const PERSISTED_KEYS: ReadonlySet<unknown> = new Set([
  undefined, // the member's record
  "activities",
  "bills",
  "membership-points",
  "messages",
  "point-totals",
  "preferences",
  "recent-activities",
  "referees",
  "rewards",
  "tier-rewards",
  "vouchers",
]);

/**
 * Keeps the member's last data on the device: of one member and one version of the app, for a day, until the sign-out.
 *
 * @param onRestored called once the data of the last visit are in the cache, or there are none
 * @returns how to stop
 */
function keepOffline(client: QueryClient, version: string, onRestored: () => void): () => void {
  // Without an observer a query leaves the cache, and with it the copy.
  client.setQueryDefaults(keys.ofMembers, { gcTime: MAX_AGE_MS });
  client.setQueryDefaults(keys.tiers, { gcTime: MAX_AGE_MS });
  let stopCopy = () => {};
  let member: number | null = null;

  const follow = async () => {
    const next = signedInMember();
    const { status } = session.getSnapshot();
    if (status === "restoring" || next === member) return;
    stopCopy();
    stopCopy = () => {};
    member = next;
    if (next === null) return Object.values(MEMBER_KEYS).forEach(localStore.remove);
    const copy = copyOf(client, version, next, () => member === next);
    // What cannot be read has been removed by then.
    await persistQueryClientRestore(copy).catch(() => {});
    // The copy is written only now, or it would be replaced before it was read.
    if (member === next) stopCopy = copyToStorage(copy);
  };

  const stopSession = session.subscribe(() => void follow());
  void follow().then(onRestored);
  return () => {
    member = null;
    stopSession();
    stopCopy();
  };
}

type Copy = PersistQueryClientOptions & { write: (text: string) => void };

/** One member's copy: what it holds, and where it is kept. */
function copyOf(
  queryClient: QueryClient,
  version: string,
  memberId: number,
  isWanted: () => boolean,
): Copy {
  // A write that was delayed may come after the sign-out, or after this copy has ended.
  const write = (text: string) => {
    if (isWanted() && signedInMember() === memberId) localStore.write(KEY, text);
  };
  return {
    queryClient,
    write,
    buster: `${version} ${memberId}`,
    maxAge: MAX_AGE_MS,
    persister: createAsyncStoragePersister({
      key: KEY,
      throttleTime: WRITE_EVERY_MS,
      serialize: written,
      deserialize: read,
      storage: {
        getItem: localStore.read,
        setItem: (_, text) => write(text),
        removeItem: localStore.remove,
      },
    }),
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ queryKey, state: { data } }) =>
        data !== undefined && (isTiers(queryKey) || isKept(queryKey, memberId)),
    },
  };
}

// The way to the next tier is part of the card.
const isTiers = ([first, ...rest]: QueryKey) => first === keys.tiers[0] && rest.length === 0;

const isKept = ([first, id, what]: QueryKey, memberId: number) =>
  first === keys.ofMembers[0] && id === memberId && PERSISTED_KEYS.has(what);

/**
 * Data that could not be fetched again are as good as before. They count as stale, so that a visit fetches current ones.
 */
function written(copy: PersistedClient): string {
  const queries = copy.clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, status: "success", error: null, isInvalidated: true },
  }));
  return JSON.stringify({ ...copy, clientState: { ...copy.clientState, queries } });
}

/** `maxAge` counts from the last write; a query in it may be older. */
function read(text: string): PersistedClient {
  const copy = JSON.parse(text) as PersistedClient;
  const queries = copy.clientState.queries.filter(
    ({ state }) => Date.now() - state.dataUpdatedAt < MAX_AGE_MS,
  );
  return { ...copy, clientState: { ...copy.clientState, queries } };
}

/** Writes the copy whenever the cache changes. @returns how to stop */
function copyToStorage(copy: Copy): () => void {
  let isNewer = false;
  // A page that is left writes at once: what was just saved must not be shown as it was before.
  const flush = () => {
    const persistClient = (client: PersistedClient) => copy.write(written(client));
    if (isNewer)
      void persistQueryClientSave({ ...copy, persister: { ...copy.persister, persistClient } });
    isNewer = false;
  };
  const stopCache = copy.queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") isNewer = true;
  });
  const stopWriting = persistQueryClientSubscribe(copy);
  window.addEventListener("pagehide", flush);
  return () => {
    window.removeEventListener("pagehide", flush);
    stopWriting();
    stopCache();
  };
}
