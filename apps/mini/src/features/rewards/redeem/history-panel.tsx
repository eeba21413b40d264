import { useVoucherHistory } from "@loyalty/api-client/react";
import { Button, Empty, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { ReceiptText } from "lucide-react";

import styles from "./history-panel.module.css";
import { HistoryList } from "./history-list.tsx";

/** What became of the member's vouchers, newest first. */
export function HistoryPanel() {
  const t = useTexts(rewardsTexts);
  const history = useVoucherHistory();
  const { data, isPending, isFetching, refetch } = history;

  if (isPending) {
    return (
      <Loading text={t("history.loading")}>
        <Skeleton height="30rem" />
      </Loading>
    );
  }
  if (!data) {
    return (
      <div role="alert" className={styles.failed}>
        <h2>{t("history.failed")}</h2>
        <p>{t("history.failedText")}</p>
        <Button variant="outline" busy={isFetching} onClick={() => void refetch()}>
          {t("history.retry")}
        </Button>
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <Empty text={t("history.none")} icon={<ReceiptText aria-hidden="true" size={32} />}>
        <p>{t("history.noneHint")}</p>
      </Empty>
    );
  }
  return (
    <HistoryList
      vouchers={data}
      hasMore={history.hasNextPage}
      onMore={() => {
        if (!history.isFetchingNextPage) void history.fetchNextPage();
      }}
    />
  );
}
