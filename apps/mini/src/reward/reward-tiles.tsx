import { messageOf } from "@loyalty/api-client/errors.ts";
import { FROM_TIER, serverNow } from "@loyalty/api-client/http.ts";
import {
  BIRTHDAY_PROMOTION,
  daysLeft,
  isPresented,
  lifeOf,
  pointsMissing,
  rewardBadges,
  VOUCHER_STATUS,
  whyNotPresentable,
} from "@loyalty/api-client/rules/rewards.ts";
import type { Reward, TierReward, Voucher } from "@loyalty/api-client/wire.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { formatDate, formatLastDay } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Failed, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { VisuallyHidden } from "@loyalty/ui/primitives/visually-hidden.tsx";
import { rewardPath } from "@loyalty/ui/routes/paths.ts";
import { memberTexts } from "@loyalty/ui/texts/member.ts";
import { Check, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { rewardsTexts } from "../texts/rewards.ts";
import { FROM_BIRTHDAY, Original, type PicturedReward, RewardPicture } from "./reward-content.tsx";
import styles from "./reward-tiles.module.css";

interface RewardTileProps {
  reward: PicturedReward;
  to: string;
  /** What its badges depend on (spec 001 §4). */
  badges: Parameters<typeof rewardBadges>[0];
  /** The offer ends. */
  limited?: boolean;
  /** Not affordable or locked: the picture is dimmed. */
  outOfReach?: boolean;
  /** The cost, the missing points, the expiry. */
  children: ReactNode;
}

/** A reward or voucher in a list: its words beside the picture on a phone, below it elsewhere. The whole tile is a link. */
function RewardTile({ reward, to, badges, limited, outOfReach, children }: RewardTileProps) {
  const t = useTexts(rewardsTexts);
  const { words: title, lang, original } = useProgrammeWords()(reward.title);
  // Words, not colours alone (spec 001 §4).
  const labels = rewardBadges(badges).map((badge): [string, string] => [
    badge,
    t(`badges.${badge}`),
  ]);
  if (limited) labels.push(["limited", t("promotion.limited")]);
  return (
    <li>
      <article className={styles.tile} data-out-of-reach={outOfReach || undefined}>
        <div className={styles.picture}>
          <RewardPicture reward={reward} ratio="4 / 3" />
        </div>
        <div className={styles.words}>
          {labels.length > 0 && (
            <ul role="list" className={styles.badges}>
              {labels.map(([name, label]) => (
                <li key={name} className={`${styles.badge} ${styles[name]}`}>
                  {label}
                </li>
              ))}
            </ul>
          )}
          <h3 className={styles.title} lang={lang}>
            {title}
          </h3>
          <Original words={original} />
          {children}
          <Link to={to} className={styles.link}>
            {t("promotion.details")}
            <VisuallyHidden> {t("promotion.detailsOf", { title })}</VisuallyHidden>
          </Link>
        </div>
      </article>
    </li>
  );
}

/** A list of tiles: one column on a phone, several elsewhere. */
export function RewardTiles({ children }: { children: ReactNode }) {
  return (
    <ul role="list" className={styles.tiles}>
      {children}
    </ul>
  );
}

/** A reward of the catalogue, its badges, cost and missing points (spec 001 §4). */
export function CatalogueTile({ reward, points }: { reward: Reward; points: number | undefined }) {
  const { pointToRedeem, isClaimable } = reward;
  const isBirthday = reward.promotionTypeId === BIRTHDAY_PROMOTION;
  // Until the points have loaded, the server's flag counts.
  const affordable = points === undefined ? isClaimable : points >= pointToRedeem;
  return (
    <RewardTile
      reward={reward}
      to={rewardPath(reward.id, "promotion")}
      badges={{
        // Outside the month of birth the API sends `isClaimable: false`.
        isRedeemable: affordable && (!isBirthday || isClaimable),
        isClaimable,
        isPending: reward.isClaimPending,
        isBirthday,
      }}
      limited={reward.endAt !== null}
      outOfReach={points !== undefined && !affordable}
    >
      <PriceLine cost={pointToRedeem} points={points} />
    </RewardTile>
  );
}

/** A reward of a tier, which costs no points: available, claimed already, or locked. */
export function TierTile({ reward }: { reward: TierReward }) {
  const t = useTexts(rewardsTexts);
  const { isLocked, isClaimed } = reward;
  const isOpen = !isLocked && !isClaimed;
  const Icon = isLocked ? Lock : Check;
  return (
    <RewardTile
      reward={{ ...reward, transactionSourceId: FROM_TIER }}
      to={rewardPath(reward.id, "membership")}
      badges={{ isRedeemable: isOpen, isClaimable: isOpen, isPending: false, isBirthday: false }}
      outOfReach={isLocked}
    >
      {!isClaimed && <PriceLine cost={0} />}
      <p className={styles.tier}>
        {!isOpen && <Icon aria-hidden="true" size={16} />}
        <span>
          {isClaimed
            ? t("promotion.claimed")
            : t("promotion.fromTier", { tier: reward.membershipName })}
        </span>
      </p>
    </RewardTile>
  );
}

/** From how many days on a voucher says how many it has left. */
const SOON_DAYS = 7;

/** A voucher: its code, and how long it is valid. One whose code is shown is pending (spec 001 §4). */
export function VoucherTile({ voucher }: { voucher: Voucher }) {
  const t = useTexts(rewardsTexts);
  const { usableFrom, expireAt } = voucher;
  const now = serverNow();
  const left = daysLeft(expireAt, now);
  const life = lifeOf(voucher);
  const ready = voucher.statusId === VOUCHER_STATUS.active && !whyNotPresentable(life, null, now);
  return (
    <RewardTile
      reward={{ ...voucher, title: voucher.name }}
      to={rewardPath(voucher.id)}
      badges={{
        isRedeemable: ready,
        isClaimable: ready,
        isPending: isPresented(life, now),
        isBirthday: voucher.transactionSourceId === FROM_BIRTHDAY,
      }}
    >
      <p className={styles.code}>{voucher.code}</p>
      <p className={styles.until}>
        {new Date(usableFrom) > now
          ? t("mine.usableFrom", { date: formatDate(usableFrom) })
          : t("mine.validUntil", { date: formatLastDay(expireAt) })}
      </p>
      {left <= SOON_DAYS && (
        <p className={styles.ending}>
          {left > 0 ? t("mine.daysLeft", { count: left }) : t("mine.endsToday")}
        </p>
      )}
    </RewardTile>
  );
}

/** The cost in points, and how many are missing where the member's are known. */
function PriceLine({ cost, points = cost }: { cost: number; points?: number }) {
  const t = useTexts(rewardsTexts);
  const m = useTexts(memberTexts);
  const missing = pointsMissing(cost, points);
  return (
    <p className={styles.line}>
      <span className={styles.price}>
        {cost === 0 ? t("promotion.free") : m("points", { count: cost })}
      </span>
      {missing > 0 && (
        <span className={styles.missing}>{t("promotion.toGo", { count: missing })}</span>
      )}
    </p>
  );
}

/** Three placeholders of the final size while the list loads. */
export function TilesLoading() {
  const t = useTexts(rewardsTexts);
  return (
    <Loading text={t("loading")}>
      <RewardTiles>
        {[1, 2, 3].map((number) => (
          <li key={number} className={styles.placeholder}>
            <Skeleton height="100%" />
          </li>
        ))}
      </RewardTiles>
    </Loading>
  );
}

interface TilesFailedProps {
  queries: { error: Error | null; isFetching: boolean; refetch: () => unknown }[];
}

/** Shown instead of tiles whose requests failed: why the first did, and a button that repeats them. */
export function TilesFailed({ queries }: TilesFailedProps) {
  const t = useTexts(rewardsTexts);
  return (
    <Failed
      text={messageOf(queries[0]?.error, t("failed"))}
      busy={queries.some(({ isFetching }) => isFetching)}
      onRetry={() => queries.forEach((query) => void query.refetch())}
    />
  );
}
