import { Button } from "@loyalty/ui/button";
import { Stack } from "@loyalty/ui/layout";
import textStyles from "@loyalty/ui/text.module.css";
import { useRef } from "react";

interface LoadMoreProps {
  query: {
    data: readonly unknown[] | undefined;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }>;
  };
  /** `shown` says how many are shown, `allShown` that these are all. */
  translate: (
    name: "shown" | "allShown" | "more" | "moreFailed",
    values?: { count: number },
  ) => string;
}

/** How many are shown, and a button for the next page. After the last page the focus moves to the count: the button is gone. */
export function LoadMore({ query, translate }: LoadMoreProps) {
  const count = useRef<HTMLParagraphElement>(null);
  const { data = [], hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;

  async function load() {
    const { hasNextPage: hasMore, isError } = await fetchNextPage();
    if (!hasMore && !isError) count.current?.focus();
  }

  return (
    <Stack gap={3} pad={5} align="center" className={`${textStyles.note} ${textStyles.center}`}>
      <p ref={count} role="status" tabIndex={-1}>
        {translate(hasNextPage ? "shown" : "allShown", { count: data.length })}
      </p>
      {isFetchNextPageError && <p role="alert">{translate("moreFailed")}</p>}
      {hasNextPage && (
        <Button variant="outline" busy={isFetchingNextPage} onClick={() => void load()}>
          {translate("more")}
        </Button>
      )}
    </Stack>
  );
}
