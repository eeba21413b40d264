import { useMember } from "@loyalty/api-client/react/members.ts";
import { useRewards, useTierRewards, useValidVouchers } from "@loyalty/api-client/react/rewards.ts";
import { affordableFirst } from "@loyalty/api-client/rules/rewards.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { PointsFigure } from "@loyalty/ui/member/member-card.tsx";
import { buttonClass } from "@loyalty/ui/primitives/button.tsx";
import { SearchField } from "@loyalty/ui/primitives/field.tsx";
import { Empty } from "@loyalty/ui/primitives/states.tsx";
import { useDebouncedValue } from "@loyalty/ui/primitives/use-debounced-value.ts";
import { VisuallyHidden } from "@loyalty/ui/primitives/visually-hidden.tsx";
import { paths, redeemPath } from "@loyalty/ui/routes/paths.ts";
import { History, LayoutDashboard, QrCode } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";

import { DataAge } from "../../page/data-age.tsx";
import { Page } from "../../page/member-page.tsx";
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
import { VoucherHistory } from "./voucher-history.tsx";

const panels = {
  promotion: PromotionPanel,
  "my-rewards": MyRewardsPanel,
  history: VoucherHistory,
};
type RedeemTab = keyof typeof panels;
const tabs = Object.keys(panels) as RedeemTab[];

/** /redeem: the rewards, the member's vouchers, and their history (spec 001 §2). */
export function RedeemScreen() {
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
      <ul role="list" className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link
              to={redeemPath(tab)}
              className={styles.tab}
              aria-current={tab === active ? "page" : undefined}
              preventScrollReset
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
  const translated = (english: string) => wordsOf(english).words;
  const found = matchingRewards(rewards, wanted, translated);
  const foundTierRewards = matchingRewards(tierRewards, wanted, translated);
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

/**
 * The rewards whose title or description contains the words, in any case (spec 001 §2).
 *
 * @param translated a text in the member's language, searched as well as the original
 */
function matchingRewards<T extends { title: string; description: string }>(
  rewards: readonly T[],
  query: string,
  translated: (english: string) => string,
): T[] {
  const wanted = query.trim().toLowerCase();
  return rewards.filter(({ title, description }) =>
    [title, translated(title), description, translated(description)]
      .map((html) => html.replaceAll(/<[^>]*>/g, " "))
      .join(" ")
      .toLowerCase()
      .includes(wanted),
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
