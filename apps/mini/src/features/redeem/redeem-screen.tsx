import { serverNow } from "@loyalty/api-client/http";
import { useMember } from "@loyalty/api-client/react/members";
import {
  useRewards,
  useTierRewards,
  useValidVouchers,
  useVoucherHistory,
} from "@loyalty/api-client/react/rewards";
import { affordableFirst, daysLeft } from "@loyalty/api-client/rules/rewards";
import type { Reward, TierReward, Voucher } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { PointsFigure } from "@loyalty/shell/member-card";
import { paths, redeemPath } from "@loyalty/shell/paths";
import { useTierStatus } from "@loyalty/shell/tier-status";
import { Stack } from "@loyalty/ui/layout";
import { Button, buttonClass } from "@loyalty/ui/button";
import { SearchField } from "@loyalty/ui/field";
import { useIsDesktop } from "@loyalty/ui/media-queries";
import { formatNumber } from "@loyalty/ui/formats";
import { Empty, Loading, Skeleton } from "@loyalty/ui/states";
import { useToastsAtBottom } from "@loyalty/ui/toast";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import { VisuallyHidden } from "@loyalty/ui/visually-hidden";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { History, LayoutDashboard, QrCode, ReceiptText } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { DataAge } from "../../components/data-age.tsx";
import { Page } from "../../components/member-page.tsx";
import {
  CatalogueTile,
  PastVoucherTile,
  RewardTiles,
  SOON_DAYS,
  TierTile,
  TilesFailed,
  TilesLoading,
  VoucherTile,
} from "../../components/reward-tiles.tsx";
import { SavedThisYear } from "../../components/saved-this-year.tsx";
import { rewardsTexts } from "../../texts.ts";
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
  const { t } = useTranslation(rewardsTexts);
  const [query] = useSearchParams();
  const tab = tabs.find((name) => name === query.get("tab")) ?? "promotion";
  const Panel = panels[tab];
  // Who has just claimed reads the title of the page they came to, not the success over it.
  useToastsAtBottom(true);
  return (
    <Page title={t("title")}>
      <PointsStrip />
      <TabLinks active={tab} />
      <section aria-label={t(`tabs.${tab}`)}>
        <Panel />
      </section>
    </Page>
  );
}

/** Promotion, My Rewards, History: links, so that Back returns to the previous tab. */
function TabLinks({ active }: { active: RedeemTab }) {
  const { t } = useTranslation(rewardsTexts);
  return (
    <nav aria-label={t("tabs.label")}>
      <ul role="list" className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link to={redeemPath(tab)} aria-current={tab === active ? "page" : undefined}>
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
function PointsStrip() {
  const { t } = useTranslation(rewardsTexts);
  const member = useMember();
  return (
    <section className={`${styles.strip} ${surfaceStyles.card}`} aria-labelledby="redeem-points">
      <VisuallyHidden>
        <h2 id="redeem-points">{t("points.label")}</h2>
      </VisuallyHidden>
      <PointsFigure points={member.data?.memberPointAmount} failed={member.isError} />
      <ul role="list">
        {links.map(({ name, to, Icon }) => (
          <li key={name}>
            <Link to={to}>
              <Icon aria-hidden="true" size={20} />
              {t(`points.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
      <DataAge />
    </section>
  );
}

/** The catalogue and the rewards of the tiers: what the member can have now, soon, with a tier above, another time. */
function PromotionPanel() {
  const { t } = useTranslation(rewardsTexts);
  const wordsOf = useProgrammeWords();
  const [query, setQuery] = useState("");
  const wanted = useDebouncedValue(query);
  const { data: member } = useMember();
  const { tierStatus } = useTierStatus();
  const catalogue = useRewards();
  const tiers = useTierRewards();

  if (catalogue.isPending || (tiers.isPending && !tiers.isPaused)) return <TilesLoading />;
  if (!catalogue.data) return <TilesFailed queries={[catalogue]} />;
  const points = member?.memberPointAmount;
  const tierRewards = tiers.data ?? [];
  if (catalogue.data.length + tierRewards.length === 0) {
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
  const found = affordableFirst(catalogue.data, points ?? 0).filter(matches);
  const foundTierRewards = tierRewards.filter(matches);
  const count = found.length + foundTierRewards.length;
  const tileOf = (reward: Reward) => (
    <CatalogueTile key={reward.id} reward={reward} points={points} />
  );
  const tierTileOf = (reward: TierReward) => (
    <TierTile
      key={`tier-${reward.id}`}
      reward={reward}
      missing={
        tierStatus.status === "climbing" && tierStatus.nextName === reward.membershipName
          ? tierStatus.missing
          : undefined
      }
    />
  );
  const groupOf = (reward: Reward) => catalogueGroup(reward, points);
  const groups = {
    now: [
      ...foundTierRewards.filter((one) => !one.isLocked && !one.isClaimed).map(tierTileOf),
      ...found.filter((one) => groupOf(one) === "now").map(tileOf),
    ],
    soon: found.filter((one) => groupOf(one) === "soon").map(tileOf),
    nextTier: foundTierRewards.filter((one) => one.isLocked).map(tierTileOf),
    otherwise: [
      ...found.filter((one) => groupOf(one) === "otherwise").map(tileOf),
      ...foundTierRewards.filter((one) => !one.isLocked && one.isClaimed).map(tierTileOf),
    ],
  };

  return (
    <Stack gap={4}>
      <SearchField label={t("promotion.search")} value={query} onChange={setQuery} />
      <Results count={count} />
      {count === 0 && <Empty text={t("noneFound")} />}
      {groupNames.map((name) => (
        <TileGroup key={name} title={t(`promotion.groups.${name}`)} tiles={groups[name]} />
      ))}
    </Stack>
  );
}

const groupNames = ["now", "soon", "nextTier", "otherwise"] as const;

function catalogueGroup(reward: Reward, points: number | undefined) {
  const { pointToRedeem, isClaimable, isClaimPending, whyNotClaimable } = reward;
  if (isClaimPending) return "now";
  if (!isClaimable && whyNotClaimable !== "not_enough_points") return "otherwise";
  const isAffordable = points === undefined ? isClaimable : points >= pointToRedeem;
  return isAffordable ? "now" : "soon";
}

/** How many rewards a search has found, for those who do not see the list. */
function Results({ count }: { count: number }) {
  const { t } = useTranslation(rewardsTexts);
  return (
    <VisuallyHidden>
      <p role="status">{t("results", { count })}</p>
    </VisuallyHidden>
  );
}

/** Tiles under a heading with their number; nothing without tiles. */
function TileGroup({ title, tiles }: { title: string; tiles: readonly ReactNode[] }) {
  if (tiles.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2>
        {title} <span>{formatNumber(tiles.length)}</span>
      </h2>
      <RewardTiles>{tiles}</RewardTiles>
    </section>
  );
}

/** The vouchers the member can still use, with a search by code (spec 001 §2). */
function MyRewardsPanel() {
  const { t } = useTranslation(rewardsTexts);
  const [query, setQuery] = useState("");
  const wanted = useDebouncedValue(query.trim());
  const vouchers = useValidVouchers(wanted);
  const { data } = vouchers;

  if (vouchers.isPending) return <TilesLoading />;
  if (!data) return <TilesFailed queries={[vouchers]} />;
  return (
    <Stack gap={4}>
      <SearchField label={t("mine.search")} value={query} onChange={setQuery} isCode />
      <Results count={data.length} />
      {data.length > 0 ? (
        (["soon", "later"] as const).map((name) => (
          <TileGroup
            key={name}
            title={t(`mine.groups.${name}`)}
            tiles={data
              .filter(({ expireAt }) => endsSoon(expireAt) === (name === "soon"))
              .map((voucher) => (
                <VoucherTile key={voucher.id} voucher={voucher} withCode={wanted !== ""} />
              ))}
          />
        ))
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
    </Stack>
  );
}

const endsSoon = (expireAt: string) => daysLeft(expireAt, serverNow()) <= SOON_DAYS;

/** The member's past vouchers, newest first. */
function VoucherHistory() {
  const { t } = useTranslation(rewardsTexts);
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
      <Stack role="alert" gap={3} pad={5} align="center" className={textStyles.center}>
        <h2 className={textStyles.xl}>{t("history.failed")}</h2>
        <p>{t("history.failedText")}</p>
        <Button variant="outline" busy={isFetching} onClick={() => void refetch()}>
          {t("history.retry")}
        </Button>
      </Stack>
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
  const { t } = useTranslation(rewardsTexts);
  const list = useRef<HTMLOListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => setScrollMargin(list.current?.offsetTop ?? 0), []);

  const lanes = useIsDesktop() ? 2 : 1;
  const virtual = useWindowVirtualizer({
    count: vouchers.length,
    lanes,
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
      <p className={`${styles.saved} ${surfaceStyles.soft} ${textStyles.center}`}>
        <SavedThisYear />
      </p>
      <ol
        ref={list}
        role="list"
        aria-label={t("history.list")}
        className={styles.history}
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map(({ index, key, start, lane }) => (
          <li
            key={key}
            // -1 means that the total is not known yet.
            aria-setsize={hasMore ? -1 : vouchers.length}
            aria-posinset={index + 1}
            style={{
              height: ROW_PX,
              width: `calc(${100 / lanes}% - ${lanes - 1} * var(--s-3) / 2)`,
              left: `calc(${lane} * (50% + var(--s-3) / 2))`,
              transform: `translateY(${start - scrollMargin}px)`,
            }}
          >
            <PastVoucherTile voucher={vouchers[index]!} />
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
