import { lifeOf, serverNow, voucherStatus, type Voucher } from "@loyalty/api-client";
import { formatDate, useProgrammeWords, useTexts } from "@loyalty/ui";
import { rewardPath } from "@loyalty/ui/routes";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { Ban, CircleCheck, Clock, TimerOff } from "lucide-react";
import { Link } from "react-router";

import { amountOff } from "../../../reward/money.ts";
import { Original } from "../../../reward/original.tsx";
import { RewardPicture } from "../../../reward/reward-picture.tsx";
import { lastDay } from "../../../reward/voucher-tile.tsx";
import styles from "./history-row.module.css";

/** 1 Active (pending icon), 2 Used, 3 Expired, 4 Cancelled (spec 001 §4). */
const icons = { 1: Clock, 2: CircleCheck, 3: TimerOff, 4: Ban } as const;

/** When a voucher came to its end. */
function endOf(voucher: Voucher, status: keyof typeof icons): string {
  if (status === 3) return lastDay(voucher.expireAt);
  return formatDate(voucher.usedAt ?? voucher.updatedAt);
}

/** One past voucher: what it was, its code, and how it ended. */
export function HistoryRow({ voucher }: { voucher: Voucher }) {
  const t = useTexts(rewardsTexts);
  const { name: title, imageName, transactionSourceId, code } = voucher;
  const { words, lang, original } = useProgrammeWords()(title);
  const status = voucherStatus(lifeOf(voucher), serverNow());
  const Icon = icons[status];
  return (
    <article className={styles.row} data-status={status}>
      <div className={styles.picture}>
        <RewardPicture
          {...{ title, imageName, transactionSourceId }}
          amount={amountOff(voucher.discountValue)}
          ratio="1 / 1"
        />
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={rewardPath(voucher.id)} className={styles.link} lang={lang}>
            {words}
          </Link>
        </h3>
        <Original words={original} />
        <p className={styles.code}>{code}</p>
        <p className={styles.status}>
          <Icon aria-hidden="true" size={18} />
          {t("history.on", { status: t(`history.status.${status}`), date: endOf(voucher, status) })}
        </p>
      </div>
    </article>
  );
}
