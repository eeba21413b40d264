import { messageOf } from "@loyalty/api-client/errors.ts";
import { useMember } from "@loyalty/api-client/react/members.ts";
import { useRewards, useTierRewards, useValidVouchers } from "@loyalty/api-client/react/rewards.ts";
import { affordableFirst } from "@loyalty/api-client/rules/rewards.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { PointsFigure } from "@loyalty/ui/member/member-card.tsx";
import { buttonClass } from "@loyalty/ui/primitives/button.tsx";
import { SearchField } from "@loyalty/ui/primitives/field.tsx";
import { Empty, Failed } from "@loyalty/ui/primitives/states.tsx";
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
  TilesLoading,
  VoucherTile,
} from "../../reward/reward-tiles.tsx";
import { rewardsTexts } from "../../texts/rewards.ts";
import styles from "./redeem-screen.module.css";
import { VoucherHistory } from "./voucher-history.tsx";

const panels: Record<RedeemTab, () => React.JSX.Element> = {
  promotion: PromotionPanel,
  "my-rewards": MyRewardsPanel,
  history: VoucherHistory,
};

/** /redeem: the rewards, the member's vouchers, and their history (spec 001 §2). */
export function RedeemScreen() {
  const t = useTexts(rewardsTexts);
  const [query] = useSearchParams();
  const tab = tabOf(query.get("tab"));
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

const tabs = ["promotion", "my-rewards", "history"] as const;
type RedeemTab = (typeof tabs)[number];

/** The tab named in the address, or the first (spec 001 §2). */
function tabOf(name: string | null): RedeemTab {
  return tabs.find((tab) => tab === name) ?? "promotion";
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

  if (catalogue.isPending || (tiers.isPending && !tiers.isPaused))
    return <TilesLoading text={t("loading")} />;
  if (!catalogue.data) {
    return (
      <Failed
        text={messageOf(catalogue.error, t("failed"))}
        busy={catalogue.isFetching}
        onRetry={() => void catalogue.refetch()}
      />
    );
  }
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
              <li key={reward.id}>
                <CatalogueTile reward={reward} points={points} />
              </li>
            ))}
          </RewardTiles>
        </>
      )}
      {foundTierRewards.length > 0 && (
        <>
          <h2 className={styles.heading}>{t("promotion.ofTiers")}</h2>
          <RewardTiles>
            {foundTierRewards.map((reward) => (
              <li key={reward.id}>
                <TierTile reward={reward} />
              </li>
            ))}
          </RewardTiles>
        </>
      )}
    </div>
  );
}

/** A description without its HTML tags. */
function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ");
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
    [title, translated(title), withoutTags(description), withoutTags(translated(description))]
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
  const { data, error, isPending, isFetching, refetch } = useValidVouchers(wanted);

  if (isPending) return <TilesLoading text={t("loading")} />;
  if (!data && error) {
    return (
      <Failed
        text={messageOf(error, t("failed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={styles.panel}>
      <SearchField label={t("mine.search")} value={query} onChange={setQuery} isCode />
      <p role="status" className={styles.count}>
        {t("results", { count: data.length })}
      </p>
      {data.length > 0 ? (
        <RewardTiles>
          {data.map((voucher) => (
            <li key={voucher.id}>
              <VoucherTile voucher={voucher} />
            </li>
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
