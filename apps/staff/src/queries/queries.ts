import {
  type InfiniteData,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";

import { type BodyOf, type Operation, type PathOf, send } from "./requests.ts";

/** Where a page of a list starts, and how many rows it has at most. */
export interface PageQuery {
  limit: number;
  offset: number;
}

type PagesOptions<Row> = Pick<
  UseInfiniteQueryOptions<Row[], Error, Row[], QueryKey, number>,
  "gcTime" | "refetchOnMount"
> & {
  /** How many rows a page has. */
  size?: number;
  /** What a row is known by, where that is not its `id`. */
  idOf?: (row: Row) => unknown;
  /** In how many ms the rows are fetched again, while they change by themselves. */
  refetchIntervalMs?: (rows: Row[]) => number | false;
};

const idIn = (row: object): unknown => ("id" in row ? row.id : row);

/** The rows of some pages, each once: rows that were added meanwhile have moved others to the next page. */
export const uniqueRows = <Row extends object>(
  rows: readonly Row[],
  idOf: (row: Row) => unknown = idIn,
): Row[] => [...new Map(rows.map((row) => [idOf(row), row])).values()];

/**
 * The rows of a list, a page after the other. They are fetched at every visit: others change them too. Rows that are added
 * meanwhile move others to the next page: each is in the list once.
 *
 * @param load fetches one page; one that is not full is the last
 */
export const usePages = <Row extends object>(
  queryKey: QueryKey,
  load: (page: PageQuery, signal: AbortSignal) => Promise<Row[]>,
  { size = 50, idOf = idIn, refetchIntervalMs, ...options }: PagesOptions<Row> = {},
) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load({ limit: size, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: Row[], all: Row[][]) =>
      last.length === size ? all.length * size : undefined,
    select: ({ pages }: InfiniteData<Row[]>): Row[] => uniqueRows(pages.flat(), idOf),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => refetchIntervalMs?.(state.data?.pages.flat() ?? []) ?? false,
    ...options,
  });

/** A change. What is cached below `keys` is fetched again, also after a refusal: another user may have been quicker. */
export function useChange<Change, Result>(
  change: (change: Change) => Promise<Result>,
  ...keys: QueryKey[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Change) => change(variables),
    onSettled: () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** A file that is made when a user asks for it. */
export const useFile = <Kind>(make: (kind: Kind) => Promise<Blob>) =>
  useMutation({ mutationFn: make });

/** A change that is one call: what it takes is the body of the request. `keys` as of `useChange`. */
export const useSend = <Name extends Operation>(
  operation: Name,
  path: PathOf<Name>,
  ...keys: QueryKey[]
) => useChange((body: BodyOf<Name>) => send(operation, path, body), ...keys);

/** A record that a form is made of: it is fetched at a visit, and not again by itself, for a user types in it. */
export const formQuery = <T>(queryKey: QueryKey, load: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => load(signal), staleTime: Infinity, gcTime: 0 });

/** A function that reads the record of a form again, when another user has changed it. */
export function useRefetchForm<T>(query: ReturnType<typeof formQuery<T>>) {
  const client = useQueryClient();
  return () => client.fetchQuery({ ...query, staleTime: 0 });
}

/** The ids of many, a hundred after the other: the API takes no more in one call. */
export const inChunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / 100) }, (_, at) =>
    ids.slice(at * 100, (at + 1) * 100),
  );
