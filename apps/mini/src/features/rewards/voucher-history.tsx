import { serverNow } from "@loyalty/api-client/http.ts";
import { useVoucherHistory } from "@loyalty/api-client/react/rewards.ts";
import { lifeOf, voucherStatus } from "@loyalty/api-client/rules/rewards.ts";
import type { Voucher } from "@loyalty/api-client/wire.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { formatDate } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Empty, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { rewardPath } from "@loyalty/ui/routes/paths.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { Ban, CircleCheck, Clock, ReceiptText, TimerOff } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";

import { lastDay, Original, RewardPicture } from "../../reward/reward-content.tsx";
import { rewardsTexts } from "../../texts/rewards.ts";
import styles from "./voucher-history.module.css";

/** The member's past vouchers, newest first. */
export function VoucherHistory() {
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
  return <HistoryList vouchers={data} history={history} />;
}

/** Spec 001 §9: the height of a row in px, and how many rows are rendered beyond the screen. */
const ROW_PX = 200;
const BUFFER = 3;

interface HistoryListProps {
  vouchers: readonly Voucher[];
  history: ReturnType<typeof useVoucherHistory>;
}

/** A virtual list: only the rows on the screen are rendered. Older vouchers are loaded near its end. */
function HistoryList({ vouchers, history }: HistoryListProps) {
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
  const hasMore = history.hasNextPage;
  const lastRendered = rows.at(-1)?.index ?? 0;
  const nearEnd = hasMore && lastRendered >= vouchers.length - 1 - BUFFER;

  useEffect(() => {
    if (nearEnd && !history.isFetchingNextPage) void history.fetchNextPage();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once each time the end is near
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
            // -1 means that the total is not known yet.
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

/** 1 Active (pending icon), 2 Used, 3 Expired, 4 Cancelled (spec 001 §4). */
const icons = { 1: Clock, 2: CircleCheck, 3: TimerOff, 4: Ban } as const;

/** A past voucher: its title, code, and when it was used, cancelled or expired. */
function HistoryRow({ voucher }: { voucher: Voucher }) {
  const t = useTexts(rewardsTexts);
  const { words, lang, original } = useProgrammeWords()(voucher.name);
  const status = voucherStatus(lifeOf(voucher), serverNow());
  const Icon = icons[status];
  const date =
    status === 3 ? lastDay(voucher.expireAt) : formatDate(voucher.usedAt ?? voucher.updatedAt);
  return (
    <article className={styles.voucher} data-status={status}>
      <div className={styles.picture}>
        <RewardPicture reward={{ ...voucher, title: voucher.name }} ratio="1 / 1" />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={rewardPath(voucher.id)} className={styles.link} lang={lang}>
            {words}
          </Link>
        </h3>
        <Original words={original} />
        <p className={styles.code}>{voucher.code}</p>
        <p className={styles.status}>
          <Icon aria-hidden="true" size={18} />
          {t("history.on", { status: t(`history.status.${status}`), date })}
        </p>
      </div>
    </article>
  );
}
