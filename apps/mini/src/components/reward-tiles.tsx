import { messageOf } from "@loyalty/api-client/errors";
import { FROM_TIER, serverNow } from "@loyalty/api-client/http";
import {
  BIRTHDAY_PROMOTION,
  daysLeft,
  GIVEN_FOR,
  isPresented,
  voucherValidity,
  pointsMissing,
  rewardBadges,
  VOUCHER_STATUS,
  voucherStatus,
  presentIneligibility,
} from "@loyalty/api-client/rules/rewards";
import type { Reward, TierReward, Voucher } from "@loyalty/api-client/wire";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { rewardPath } from "@loyalty/shell/paths";
import { memberTexts } from "@loyalty/shell/texts/member";
import { formatDate, formatLastDay, formatTime } from "@loyalty/ui/formats";
import { Failed, Loading, Skeleton } from "@loyalty/ui/states";
import textStyles from "@loyalty/ui/text.module.css";
import { VisuallyHidden } from "@loyalty/ui/visually-hidden";
import { Cluster } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { Ban, CircleCheck, Clock, TimerOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useViewTransitionState } from "react-router";

import { rewardsTexts } from "../texts.ts";
import {
  amountOff,
  OriginalText,
  PICTURE_OF_PAGE,
  type PicturedReward,
  RewardPicture,
} from "./reward-content.tsx";
import styles from "./reward-tiles.module.css";

interface RewardTileProps {
  reward: PicturedReward & Pick<Reward, "title">;
  to: string;
  /** What its badges depend on (spec 001 §4). */
  badges?: Parameters<typeof rewardBadges>[0];
  /** The offer ends. */
  limited?: boolean;
  /** The cost, the missing points, the expiry. */
  children: ReactNode;
}

/** A reward or voucher in a list, as a ticket: its picture, then its words. The whole tile is a link. */
function RewardTile({ reward, to, badges, limited, children }: RewardTileProps) {
  const { t } = useTranslation(rewardsTexts);
  const { words: title, lang, original } = useProgrammeWords()(reward.title);
  const isOpening = useViewTransitionState(to);
  // Words, not colours alone (spec 001 §4).
  const labels = (badges ? rewardBadges(badges) : []).map((badge): [string, string] => [
    badge,
    t(`badges.${badge}`),
  ]);
  if (limited) labels.push(["limited", t("promotion.limited")]);
  return (
    <article className={`${styles.tile} ${surfaceStyles.card} ${surfaceStyles.clip}`}>
      <div style={isOpening ? PICTURE_OF_PAGE : undefined}>
        <RewardPicture reward={reward} />
      </div>
      <div>
        <h3 className={`${textStyles.md} ${textStyles.tight}`} lang={lang}>
          {title}
        </h3>
        <OriginalText words={original} />
        {children}
        {labels.length > 0 && (
          <Cluster as="ul" role="list" gap={1}>
            {labels.map(([name, label]) => (
              <li
                key={name}
                className={`${surfaceStyles.soft} ${surfaceStyles.badge} ${styles[name]}`}
              >
                {label}
              </li>
            ))}
          </Cluster>
        )}
        <Link to={to} viewTransition>
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
  const { t } = useTranslation(rewardsTexts);
  const { pointToRedeem, isClaimable } = reward;
  const isBirthday = reward.promotionTypeId === BIRTHDAY_PROMOTION;
  // Until the points have loaded, the server's flag counts.
  const affordable = points === undefined ? isClaimable : points >= pointToRedeem;
  return (
    <li>
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
      >
        <PriceLine
          cost={pointToRedeem}
          value={reward.value}
          // One that was claimed is paid.
          points={reward.isClaimPending ? undefined : points}
        />
        {reward.whyNotClaimable === "not_birth_month" && (
          <p className={textStyles.note}>{t("promotion.inBirthMonth")}</p>
        )}
      </RewardTile>
    </li>
  );
}

export function TierTile({ reward, missing }: { reward: TierReward; missing?: number }) {
  const { t } = useTranslation(rewardsTexts);
  const { isLocked, isClaimed, membershipName: tier } = reward;
  const isOpen = !isLocked && !isClaimed;
  return (
    <li>
      <RewardTile
        reward={{ ...reward, transactionSourceId: FROM_TIER }}
        to={rewardPath(reward.id, "membership")}
        badges={{ isRedeemable: isOpen, isClaimable: isOpen, isPending: false, isBirthday: false }}
      >
        {!isClaimed && <PriceLine cost={0} />}
        <p className={textStyles.note}>
          {isClaimed
            ? t("promotion.claimed")
            : missing === undefined
              ? t("promotion.fromTier", { tier })
              : t("promotion.toTier", { count: missing, tier })}
        </p>
      </RewardTile>
    </li>
  );
}

export const SOON_DAYS = 7;

/** A voucher: how long it is valid, and its code where one is searched for. One whose code is shown is pending (spec 001 §4). */
export function VoucherTile({ voucher, withCode }: { voucher: Voucher; withCode?: boolean }) {
  const { t } = useTranslation(rewardsTexts);
  const { usableFrom, expireAt, presentUntil } = voucher;
  const now = serverNow();
  const left = daysLeft(expireAt, now);
  const life = voucherValidity(voucher);
  const ready =
    voucher.statusId === VOUCHER_STATUS.active && !presentIneligibility(life, null, now);
  const isPending = isPresented(life, now);
  return (
    <li>
      <RewardTile
        reward={{ ...voucher, title: voucher.name }}
        to={rewardPath(voucher.id)}
        badges={{
          isRedeemable: ready,
          isClaimable: ready,
          isPending,
          isBirthday: voucher.transactionSourceId === GIVEN_FOR.birthday,
        }}
      >
        <p className={textStyles.note}>
          <strong data-soon={left <= SOON_DAYS || undefined}>
            {left > 0 ? t("mine.daysLeft", { count: left }) : t("mine.endsToday")}
          </strong>
          <span>{t("mine.validUntil", { date: formatLastDay(expireAt) })}</span>
        </p>
        {new Date(usableFrom) > now && (
          <p className={textStyles.note}>
            {t("mine.usableFrom", { date: formatDate(usableFrom) })}
          </p>
        )}
        {isPending && (
          <p className={textStyles.note}>
            {t("mine.codeUntil", { time: formatTime(presentUntil!) })}
          </p>
        )}
        {withCode && <VoucherCode code={voucher.code} />}
      </RewardTile>
    </li>
  );
}

/** 1 Active (pending icon), 2 Used, 3 Expired, 4 Cancelled (spec 001 §4). */
const icons = { 1: Clock, 2: CircleCheck, 3: TimerOff, 4: Ban } as const;

/** A past voucher: when it was used, cancelled or expired, and its code. */
export function PastVoucherTile({ voucher }: { voucher: Voucher }) {
  const { t } = useTranslation(rewardsTexts);
  const status = voucherStatus(voucherValidity(voucher), serverNow());
  const Icon = icons[status];
  const date =
    status === 3
      ? formatLastDay(voucher.expireAt)
      : formatDate(voucher.usedAt ?? voucher.updatedAt);
  return (
    <RewardTile reward={{ ...voucher, title: voucher.name }} to={rewardPath(voucher.id)}>
      <Cluster
        as="p"
        gap={2}
        nowrap
        className={`${textStyles.sm} ${textStyles.strong} ${status === 2 ? textStyles.success : textStyles.muted}`}
      >
        <Icon aria-hidden="true" size={18} className={layoutStyles.flexNone} />
        {t("history.on", { status: t(`history.status.${status}`), date })}
      </Cluster>
      <VoucherCode code={voucher.code} />
    </RewardTile>
  );
}

function VoucherCode({ code }: { code: string }) {
  return <p className={`${textStyles.code} ${textStyles.sm} ${textStyles.strong}`}>{code}</p>;
}

interface PriceLineProps {
  cost: number;
  /** In ringgit, `"13.90"`. */
  value?: string;
  /** The member's, where they are known. */
  points?: number;
}

function PriceLine({ cost, value, points = cost }: PriceLineProps) {
  const { t } = useTranslation(rewardsTexts);
  const { t: m } = useTranslation(memberTexts);
  const missing = pointsMissing(cost, points);
  const price = cost === 0 ? t("promotion.free") : m("points", { count: cost });
  if (missing > 0) {
    return (
      <>
        <p className={textStyles.note}>
          <strong>{t("promotion.toGo", { count: missing })}</strong>
          <span>{price}</span>
        </p>
        <progress aria-hidden="true" max={cost} value={points} />
      </>
    );
  }
  const worth = amountOff(value);
  return (
    <p className={textStyles.note}>
      <strong>{price}</strong>
      {worth && <span>{t("promotion.worth", { worth })}</span>}
    </p>
  );
}

/** Three placeholders of the final size while the list loads. */
export function TilesLoading() {
  const { t } = useTranslation(rewardsTexts);
  return (
    <Loading text={t("loading")}>
      <RewardTiles>
        {[1, 2, 3].map((number) => (
          <li key={number}>
            <Skeleton height="6.75rem" />
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
  const { t } = useTranslation(rewardsTexts);
  return (
    <Failed
      text={messageOf(queries[0]?.error, t("failed"))}
      busy={queries.some(({ isFetching }) => isFetching)}
      onRetry={() => queries.forEach((query) => void query.refetch())}
    />
  );
}
