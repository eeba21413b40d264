import type { Voucher } from "@loyalty/api-client";
import { useTexts } from "@loyalty/ui";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";

import styles from "./history-list.module.css";
import { HistoryRow } from "./history-row.tsx";

/** Spec 001 §9: the height of a row in px, and how many are drawn beyond the screen. */
const ROW_PX = 200;
const BUFFER = 3;

interface HistoryListProps {
  vouchers: readonly Voucher[];
  /** There are older ones that were not asked for yet. */
  hasMore: boolean;
  onMore: () => void;
}

/** A list as long as a member's life with us, of which only what is on the screen is drawn. */
export function HistoryList({ vouchers, hasMore, onMore }: HistoryListProps) {
  const t = useTexts(rewardsTexts);
  const list = useRef<HTMLOListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), []);

  const virtual = useWindowVirtualizer({
    count: vouchers.length,
    estimateSize: () => ROW_PX,
    overscan: BUFFER,
    scrollMargin,
  });
  const rows = virtual.getVirtualItems();
  const lastDrawn = rows.at(-1)?.index ?? 0;
  const nearEnd = hasMore && lastDrawn >= vouchers.length - 1 - BUFFER;

  useEffect(() => {
    if (nearEnd) onMore();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once each time the end comes near
  }, [nearEnd, vouchers.length]);

  return (
    <>
      <ol
        ref={list}
        role="list"
        aria-label={t("history.list")}
        className={styles.list}
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => (
          <li
            key={key}
            // The whole is known when nothing more is to come; -1 says that it is not.
            aria-setsize={hasMore ? -1 : vouchers.length}
            aria-posinset={index + 1}
            className={styles.row}
            style={{ height: ROW_PX, transform: `translateY(${start - scrollMargin}px)` }}
          >
            <HistoryRow voucher={vouchers[index]!} />
          </li>
        ))}
      </ol>
      {hasMore && <p role="status">{t("history.more")}</p>}
    </>
  );
}
