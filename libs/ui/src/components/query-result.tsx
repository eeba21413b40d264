import { messageOf } from "@loyalty/api-client/errors";
import type { ReactNode } from "react";

import { Failed, Loading, Skeleton } from "./states.tsx";

interface QueryResultProps<Data> {
  query: {
    data: Data | undefined;
    error: Error | null;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  loading: string;
  /** Shown when the request failed and the server gave no text of its own. */
  failed: string;
  /** The height of the loaded content, so that nothing below it moves. */
  height: string;
  /** Shown instead of a list without entries. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data of a query; before that, that it is loading, or that it failed with a button to try again. */
export function QueryResult<Data>(props: QueryResultProps<Data>) {
  const { query, loading, failed, height, empty, children } = props;
  if (query.data !== undefined) {
    const isEmpty = Array.isArray(query.data) && query.data.length === 0;
    return isEmpty && empty !== undefined ? empty : children(query.data);
  }
  if (query.isPending) {
    return (
      <Loading text={loading}>
        <Skeleton height={height} />
      </Loading>
    );
  }
  return (
    <Failed
      text={messageOf(query.error, failed)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
