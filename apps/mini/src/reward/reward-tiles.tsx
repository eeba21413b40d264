import { FROM_TIER, serverNow } from "@loyalty/api-client/http.ts";
import {
  BIRTHDAY_PROMOTION,
  isPresented,
  lifeOf,
  pointsMissing,
  type RewardBadge,
  rewardBadges,
  VOUCHER_STATUS,
  whyNotPresentable,
} from "@loyalty/api-client/rules/rewards.ts";
import type { Reward, TierReward, Voucher } from "@loyalty/api-client/wire.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { formatDate } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { VisuallyHidden } from "@loyalty/ui/primitives/visually-hidden.tsx";
import { rewardPath } from "@loyalty/ui/routes/paths.ts";
import { memberTexts } from "@loyalty/ui/texts/member.ts";
import { Check, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { rewardsTexts } from "../texts/rewards.ts";
import { amountOff, Original, RewardPicture } from "./reward-content.tsx";
import styles from "./reward-tiles.module.css";

interface RewardTileProps {
  title: string;
  picture: ReactNode;
  to: string;
  badges: readonly RewardBadge[];
  limited?: boolean;
  /** Not affordable or locked: the picture is dimmed. */
  outOfReach?: boolean;
  /** The cost, the missing points, the expiry. */
  children: ReactNode;
}

/** A reward or voucher in a list: its words beside the picture on a phone, below it elsewhere. The whole tile is a link. */
function RewardTile(props: RewardTileProps) {
  const t = useTexts(rewardsTexts);
  const { words: title, lang, original } = useProgrammeWords()(props.title);
  const { picture, to, badges, limited = false, outOfReach = false, children } = props;
  return (
    <article className={styles.tile} data-out-of-reach={outOfReach || undefined}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.words}>
        <Badges badges={badges} limited={limited} />
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
  const { title, pointToRedeem, isClaimable, imageName, transactionSourceId } = reward;
  const isBirthday = reward.promotionTypeId === BIRTHDAY_PROMOTION;
  // Until the points have loaded, the server's flag counts.
  const affordable = points === undefined ? isClaimable : points >= pointToRedeem;
  return (
    <RewardTile
      title={title}
      to={rewardPath(reward.id, "promotion")}
      badges={rewardBadges({
        // Outside the month of birth the API sends `isClaimable: false`.
        isRedeemable: affordable && (!isBirthday || isClaimable),
        isClaimable,
        isPending: reward.isClaimPending,
        isBirthday,
      })}
      limited={reward.endAt !== null}
      outOfReach={points !== undefined && !affordable}
      picture={
        <RewardPicture
          {...{ title, imageName, transactionSourceId }}
          amount={amountOff(reward.discountValue)}
          ratio="4 / 3"
        />
      }
    >
      <PriceLine cost={pointToRedeem} points={points} />
    </RewardTile>
  );
}

/** A reward of a tier, which costs no points: available, claimed already, or locked. */
export function TierTile({ reward }: { reward: TierReward }) {
  const t = useTexts(rewardsTexts);
  const { title, imageName, isLocked, isClaimed } = reward;
  const isOpen = !isLocked && !isClaimed;
  const Icon = isLocked ? Lock : Check;
  return (
    <RewardTile
      title={title}
      to={rewardPath(reward.id, "membership")}
      badges={rewardBadges({
        isRedeemable: isOpen,
        isClaimable: isOpen,
        isPending: false,
        isBirthday: false,
      })}
      outOfReach={isLocked}
      picture={
        <RewardPicture
          {...{ title, imageName }}
          transactionSourceId={FROM_TIER}
          amount=""
          ratio="4 / 3"
        />
      }
    >
      {!isClaimed && <PriceLine cost={0} points={undefined} />}
      <p className={styles.tier}>
        {(isLocked || isClaimed) && <Icon aria-hidden="true" size={16} />}
        {isClaimed
          ? t("promotion.claimed")
          : t("promotion.fromTier", { tier: reward.membershipName })}
      </p>
    </RewardTile>
  );
}

// `transactionSourceId` of a birthday's gift (docs/readings.md, "Rewards and vouchers").
const FROM_BIRTHDAY = 2;

/** A voucher with statusId 1 is claimable, one whose code is shown is pending (spec 001 §4). */
function badgesOf(voucher: Voucher, now: Date): RewardBadge[] {
  const life = lifeOf(voucher);
  const ready = voucher.statusId === VOUCHER_STATUS.active && !whyNotPresentable(life, null, now);
  return rewardBadges({
    isRedeemable: ready,
    isClaimable: ready,
    isPending: isPresented(life, now),
    isBirthday: voucher.transactionSourceId === FROM_BIRTHDAY,
  });
}

/** A voucher: its code, and how long it is valid. */
export function VoucherTile({ voucher }: { voucher: Voucher }) {
  const t = useTexts(rewardsTexts);
  const { name: title, imageName, transactionSourceId, usableFrom, expireAt } = voucher;
  const now = serverNow();
  const early = new Date(usableFrom) > now;
  return (
    <RewardTile
      title={title}
      to={rewardPath(voucher.id)}
      badges={badgesOf(voucher, now)}
      picture={
        <RewardPicture
          {...{ title, imageName, transactionSourceId }}
          amount={amountOff(voucher.discountValue)}
          ratio="4 / 3"
        />
      }
    >
      <p className={styles.code}>{voucher.code}</p>
      <p className={styles.until}>
        {early
          ? t("mine.usableFrom", { date: formatDate(usableFrom) })
          : t("mine.validUntil", { date: lastDay(expireAt) })}
      </p>
    </RewardTile>
  );
}

/** The last day of a voucher, which expires at the midnight after it; empty if no end is known. */
export function lastDay(expireAt: string): string {
  if (Number.isNaN(Date.parse(expireAt))) return "";
  return formatDate(new Date(Date.parse(expireAt) - 1).toISOString());
}

interface BadgesProps {
  badges: readonly RewardBadge[];
  /** The offer ends. */
  limited?: boolean;
}

/** CLAIM, PENDING, BIRTHDAY, SPECIAL and 'Limited Time': words, not colours alone (spec 001 §4). */
function Badges({ badges, limited = false }: BadgesProps) {
  const t = useTexts(rewardsTexts);
  if (badges.length === 0 && !limited) return null;
  return (
    <ul role="list" className={styles.badges}>
      {badges.map((badge) => (
        <li key={badge} className={`${styles.badge} ${styles[badge]}`}>
          {t(`badges.${badge}`)}
        </li>
      ))}
      {limited && <li className={`${styles.badge} ${styles.limited}`}>{t("promotion.limited")}</li>}
    </ul>
  );
}

/** The cost in points, and how many are missing. */
function PriceLine({ cost, points }: { cost: number; points: number | undefined }) {
  const t = useTexts(rewardsTexts);
  const m = useTexts(memberTexts);
  const missing = points === undefined ? 0 : pointsMissing(cost, points);
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
export function TilesLoading({ text }: { text: string }) {
  return (
    <Loading text={text}>
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
