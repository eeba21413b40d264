import { Button } from "@loyalty/ui/primitives/button.tsx";
import { useRef } from "react";

import styles from "./load-more.module.css";

interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }>;
  };
  /** How many are shown; where all are, that these are all. */
  shown: string;
  more: string;
  /** The next page could not be loaded. */
  failed: string;
}

/** How many are shown, and a button for the next page. After the last page the focus moves to the count: the button is gone. */
export function LoadMore({ query, shown, more, failed }: LoadMoreProps) {
  const count = useRef<HTMLParagraphElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;

  async function load() {
    const { hasNextPage: hasMore, isError } = await fetchNextPage();
    if (!hasMore && !isError) count.current?.focus();
  }

  return (
    <div className={styles.more}>
      <p ref={count} role="status" tabIndex={-1}>
        {shown}
      </p>
      {isFetchNextPageError && <p role="alert">{failed}</p>}
      {hasNextPage && (
        <Button variant="outline" busy={isFetchingNextPage} onClick={() => void load()}>
          {more}
        </Button>
      )}
    </div>
  );
}
