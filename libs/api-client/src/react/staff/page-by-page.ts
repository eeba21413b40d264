/** What of a list a call answers. */
interface PageQuery {
  limit: number;
  offset: number;
}

interface PageByPage<Row> {
  /** How many rows a page has. */
  size: number;
  read: (page: PageQuery, signal: AbortSignal) => Promise<Row[]>;
  /** What a row is known by. */
  idOf: (row: Row) => unknown;
}

/**
 * A list that is fetched a page after the other, as options of `useInfiniteQuery`; `data` is its rows.
 *
 * Rows that are added meanwhile move others to the next page: each is in the list once.
 */
export const pageByPage = <Row>({ size, read, idOf }: PageByPage<Row>) => ({
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    read({ limit: size, offset: pageParam }, signal),
  initialPageParam: 0,
  getNextPageParam: (last: Row[], all: Row[][]) =>
    last.length === size ? all.length * size : undefined,
  select: ({ pages }: { pages: Row[][] }): Row[] => [
    ...new Map(pages.flat().map((row) => [idOf(row), row])).values(),
  ],
});
