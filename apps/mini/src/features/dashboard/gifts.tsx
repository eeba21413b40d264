import { UTC_OFFSET } from "@loyalty/api-client/group";
import { serverNow } from "@loyalty/api-client/http";
import { usePromotedVouchers, useRewards } from "@loyalty/api-client/react/rewards";
import {
  BIRTHDAY_PROMOTION,
  daysLeft,
  GIVEN_FOR,
  lastDayIfClaimed,
  VOUCHER_STATUS,
} from "@loyalty/api-client/rules/rewards";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { formatDate, formatLastDay } from "@loyalty/ui/formats";
import { buttonClass } from "@loyalty/ui/button";
import { Skeleton } from "@loyalty/ui/states";
import { rewardPath } from "@loyalty/shell/paths";
import { Cluster } from "@loyalty/ui/layout";
import text from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { dashboardTexts } from "./texts.ts";
import { rewardsTexts } from "../../texts.ts";
import styles from "./gifts.module.css";

const DAY_MS = 86_400_000;
/** Longer than any month: the gift ends with its month. */
const DAYS_OF_A_YEAR = 365;

/** The gift of a birthday, wrapped, until it is claimed: then it is one of the vouchers. */
export function BirthdayGift() {
  const { t } = useTranslation(dashboardTexts);
  const { t: r } = useTranslation(rewardsTexts);
  const { data: rewards, isPending } = useRewards();
  const now = serverNow();
  const gift = rewards?.find(
    ({ promotionTypeId, isClaimable }) => promotionTypeId === BIRTHDAY_PROMOTION && isClaimable,
  );
  if (isPending) return <Skeleton height="var(--gift-height)" />;
  if (!gift) return null;

  const last = lastDayIfClaimed(DAYS_OF_A_YEAR, true, now);
  const endsAt = new Date(Date.parse(`${last}T00:00:00${UTC_OFFSET}`) + DAY_MS).toISOString();
  const left = daysLeft(endsAt, now);
  return (
    <Wrapped
      kind={t("gift.title")}
      name={gift.title}
      when={left > 0 ? r("mine.daysLeft", { count: left }) : r("mine.endsToday")}
      endsAt={endsAt}
      to={rewardPath(gift.id, "promotion")}
      open={t("gift.open")}
    />
  );
}

/** The voucher for a new member, wrapped, on the day they joined: it is good from the next. */
export function WelcomeGift() {
  const { t } = useTranslation(dashboardTexts);
  const { data: vouchers, isPending } = usePromotedVouchers();
  const voucher = vouchers?.find(
    ({ transactionSourceId, statusId }) =>
      transactionSourceId === GIVEN_FOR.joining && statusId === VOUCHER_STATUS.active,
  );
  if (isPending) return <Skeleton height="var(--gift-height)" />;
  if (!voucher) return null;

  return (
    <Wrapped
      kind={t("gift.welcome")}
      name={voucher.name}
      when={t("gift.from", { date: formatDate(voucher.usableFrom) })}
      endsAt={voucher.expireAt}
      to={rewardPath(voucher.id)}
      open={t("next.see")}
    />
  );
}

interface WrappedProps {
  kind: string;
  name: string;
  /** From when, or for how long, it can be used. */
  when: string;
  endsAt: string;
  to: string;
  /** The link's words. */
  open: string;
}

/** A gift in its wrapping, and the link that opens it. */
function Wrapped({ kind, name, when, endsAt, to, open }: WrappedProps) {
  const { t: r } = useTranslation(rewardsTexts);
  const { words, lang } = useProgrammeWords()(name);
  return (
    <article className={styles.gift}>
      <Bow />
      <p>{kind}</p>
      <h2 lang={lang}>{words}</h2>
      <Cluster as="p" gap={2} tight className={text.sm}>
        <b>{when}</b>
        <span>{r("mine.validUntil", { date: formatLastDay(endsAt) })}</span>
      </Cluster>
      <Link className={buttonClass()} to={to}>
        {open}
      </Link>
    </article>
  );
}

function Bow() {
  return (
    <svg viewBox="0 0 120 80" aria-hidden="true">
      <path d="M58 38C40 8 12 4 8 18S24 48 58 42Z" />
      <path d="M62 38C80 8 108 4 112 18S96 48 62 42Z" />
      <path d="M56 42L34 78L48 74L54 80L60 46Z" />
      <path d="M64 42L86 78L72 74L66 80L60 46Z" />
      <path d="M52 36C40 20 24 16 20 22M68 36C80 20 96 16 100 22" />
      <rect x="51" y="31" width="18" height="18" rx="7" />
    </svg>
  );
}
