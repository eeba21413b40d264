import { serverNow } from "@loyalty/api-client/http.ts";
import { useMember } from "@loyalty/api-client/react/members.ts";
import {
  useRewards,
  useTierRewards,
  useValidVouchers,
  useVoucherHistory,
} from "@loyalty/api-client/react/rewards.ts";
import { affordableFirst, lifeOf, voucherStatus } from "@loyalty/api-client/rules/rewards.ts";
import type { Reward, Voucher } from "@loyalty/api-client/wire.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { formatDate, formatLastDay } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { PointsFigure } from "@loyalty/ui/member/member-card.tsx";
import { Button, buttonClass } from "@loyalty/ui/primitives/button.tsx";
import { SearchField } from "@loyalty/ui/primitives/field.tsx";
import { Empty, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { useDebouncedValue } from "@loyalty/ui/primitives/use-debounced-value.ts";
import { VisuallyHidden } from "@loyalty/ui/primitives/visually-hidden.tsx";
import { paths, redeemPath, rewardPath } from "@loyalty/ui/routes/paths.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  Ban,
  CircleCheck,
  Clock,
  History,
  LayoutDashboard,
  QrCode,
  ReceiptText,
  TimerOff,
} from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";

import { DataAge } from "../../page/data-age.tsx";
import { Page } from "../../page/member-page.tsx";
import { Original, RewardPicture } from "../../reward/reward-content.tsx";
import {
  CatalogueTile,
  RewardTiles,
  TierTile,
  TilesFailed,
  TilesLoading,
  VoucherTile,
} from "../../reward/reward-tiles.tsx";
import { rewardsTexts } from "../../texts/rewards.ts";
import styles from "./redeem-screen.module.css";

const panels = {
  promotion: PromotionPanel,
  "my-rewards": MyRewardsPanel,
  history: VoucherHistory,
};
type RedeemTab = keyof typeof panels;
const tabs = Object.keys(panels) as RedeemTab[];

/** /redeem: the rewards, the member's vouchers, and their history (spec 001 §2). */
export default function RedeemScreen() {
  const t = useTexts(rewardsTexts);
  const [query] = useSearchParams();
  const tab = tabs.find((name) => name === query.get("tab")) ?? "promotion";
  const Panel = panels[tab];
  return (
    <Page title={t("title")}>
      <PointsCard />
      <TabLinks active={tab} />
      <section aria-label={t(`tabs.${tab}`)}>
        <Panel />
      </section>
    </Page>
  );
}

/** Promotion, My Rewards, History: links, so that Back returns to the previous tab. */
function TabLinks({ active }: { active: RedeemTab }) {
  const t = useTexts(rewardsTexts);
  return (
    <nav aria-label={t("tabs.label")}>
      <ul role="list" className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={redeemPath(tab)}
              className={styles.tab}
              aria-current={tab === active ? "page" : undefined}
            >
              {t(`tabs.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const links = [
  { name: "history", to: redeemPath("history"), Icon: History },
  { name: "earnMore", to: paths.rewards, Icon: QrCode },
  { name: "dashboard", to: paths.dashboard, Icon: LayoutDashboard },
] as const;

/** The member's points and three links (spec 001 §2). */
function PointsCard() {
  const t = useTexts(rewardsTexts);
  const member = useMember();
  return (
    <section className={styles.card} aria-labelledby="redeem-points">
      <h2 id="redeem-points" className={styles.label}>
        {t("points.label")}
      </h2>
      <PointsFigure size="lg" points={member.data?.memberPointAmount} failed={member.isError} />
      <DataAge />
      <ul role="list" className={styles.links}>
        {links.map(({ name, to, Icon }) => (
          <li key={name}>
            <Link to={to} className={styles.link}>
              <Icon aria-hidden="true" size={18} />
              {t(`points.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The catalogue, affordable rewards first, and below it the rewards of the tiers. */
function PromotionPanel() {
  const t = useTexts(rewardsTexts);
  const wordsOf = useProgrammeWords();
  const [query, setQuery] = useState("");
  const wanted = useDebouncedValue(query);
  const { data: member } = useMember();
  const catalogue = useRewards();
  const tiers = useTierRewards();

  if (catalogue.isPending || (tiers.isPending && !tiers.isPaused)) return <TilesLoading />;
  if (!catalogue.data) return <TilesFailed queries={[catalogue]} />;
  const points = member?.memberPointAmount;
  const rewards = affordableFirst(catalogue.data, points ?? 0);
  const tierRewards = tiers.data ?? [];
  if (rewards.length + tierRewards.length === 0) {
    return (
      <Empty text={t("promotion.none")}>
        <p>{t("promotion.noneHint")}</p>
      </Empty>
    );
  }
  /** Whether the title or description contains the words, in English or translated, in any case (spec 001 §2). */
  const matches = ({ title, description }: Pick<Reward, "title" | "description">) =>
    [title, description]
      .flatMap((english) => [english, wordsOf(english).words])
      .map((html) => html.replaceAll(/<[^>]*>/g, " "))
      .join(" ")
      .toLowerCase()
      .includes(wanted.trim().toLowerCase());
  const found = rewards.filter(matches);
  const foundTierRewards = tierRewards.filter(matches);
  const count = found.length + foundTierRewards.length;

  return (
    <div className={styles.panel}>
      <SearchField label={t("promotion.search")} value={query} onChange={setQuery} />
      <p role="status" className={styles.count}>
        {t("results", { count })}
      </p>
      {count === 0 && <Empty text={t("noneFound")} />}
      {found.length > 0 && (
        <>
          <VisuallyHidden>
            <h2>{t("promotion.catalogue")}</h2>
          </VisuallyHidden>
          <RewardTiles>
            {found.map((reward) => (
              <CatalogueTile key={reward.id} reward={reward} points={points} />
            ))}
          </RewardTiles>
        </>
      )}
      {foundTierRewards.length > 0 && (
        <>
          <h2 className={styles.heading}>{t("promotion.ofTiers")}</h2>
          <RewardTiles>
            {foundTierRewards.map((reward) => (
              <TierTile key={reward.id} reward={reward} />
            ))}
          </RewardTiles>
        </>
      )}
    </div>
  );
}

/** The vouchers the member can still use, with a search by code (spec 001 §2). */
function MyRewardsPanel() {
  const t = useTexts(rewardsTexts);
  const [query, setQuery] = useState("");
  const wanted = useDebouncedValue(query.trim());
  const vouchers = useValidVouchers(wanted);
  const { data } = vouchers;

  if (vouchers.isPending) return <TilesLoading />;
  if (!data) return <TilesFailed queries={[vouchers]} />;
  return (
    <div className={styles.panel}>
      <SearchField label={t("mine.search")} value={query} onChange={setQuery} isCode />
      <p role="status" className={styles.count}>
        {t("results", { count: data.length })}
      </p>
      {data.length > 0 ? (
        <RewardTiles>
          {data.map((voucher) => (
            <VoucherTile key={voucher.id} voucher={voucher} />
          ))}
        </RewardTiles>
      ) : (
        <Empty text={t("noneFound")}>
          {wanted === "" && (
            <>
              <p>{t("mine.none")}</p>
              <Link className={buttonClass({ variant: "soft" })} to={redeemPath("promotion")}>
                {t("mine.promotions")}
              </Link>
            </>
          )}
        </Empty>
      )}
    </div>
  );
}

/** The member's past vouchers, newest first. */
function VoucherHistory() {
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
        className={styles.history}
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
      <p role="status">{history.isFetchingNextPage ? t("history.more") : null}</p>
      {history.isFetchNextPageError && !history.isFetchingNextPage && (
        <Button variant="outline" onClick={() => void history.fetchNextPage()}>
          {t("history.retry")}
        </Button>
      )}
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
    status === 3
      ? formatLastDay(voucher.expireAt)
      : formatDate(voucher.usedAt ?? voucher.updatedAt);
  return (
    <article className={styles.voucher} data-status={status}>
      <div className={styles.picture}>
        <RewardPicture reward={{ ...voucher, title: voucher.name }} ratio="1 / 1" />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={rewardPath(voucher.id)} className={styles.toVoucher} lang={lang}>
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
