import { formatDate, useProgrammeWords, useTexts } from "@loyalty/ui";
import { memberTexts } from "@loyalty/ui/texts/member";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { Cake } from "lucide-react";

import { amountOff } from "../../../reward/money.ts";
import { Original } from "../../../reward/original.tsx";
import { ProgrammeProse } from "../../../reward/programme-prose.tsx";
import { RewardPicture } from "../../../reward/reward-picture.tsx";
import { lastDay } from "../../../reward/voucher-tile.tsx";
import { Card } from "../../../room/card.tsx";
import { Facts } from "../../../room/facts.tsx";
import { OutletsAwaited } from "./outlets-awaited.tsx";
import { PointsPanel } from "./points-panel.tsx";
import styles from "./reward-body.module.css";
import type { RewardView } from "./reward-view.ts";
import type { RewardPage } from "./use-reward-view.ts";
import { Whereabouts } from "./whereabouts.tsx";

/** What the reward is, what it costs, where and when it is good. */
export function RewardBody({ page, view }: { page: RewardPage; view: RewardView }) {
  const t = useTexts(rewardTexts);
  const { original } = useProgrammeWords()(view.title);
  return (
    <div className={styles.body}>
      <Hero view={view} />
      <div className={styles.words}>
        <Original words={original} />
        {view.isBirthday && (
          <p className={styles.notice}>
            <Cake aria-hidden="true" size={20} />
            {t("birthdayOnly")}
          </p>
        )}
        <ProgrammeProse html={view.description} />
        {view.code && (
          <p className={styles.code}>
            <span>{t("code")}</span> <strong>{view.code}</strong>
          </p>
        )}
        <PointsPanel page={page} view={view} />
        {view.outlets ? (
          <Whereabouts outlets={view.outlets} everywhere={view.everywhere} />
        ) : (
          <OutletsAwaited page={page} />
        )}
        <Card title={t("terms")}>
          <Facts
            facts={[
              [t("starts"), view.startAt ? formatDate(view.startAt) : t("anyTime")],
              [t("ends"), view.endAt ? lastDay(view.endAt) : t("noEnd")],
            ]}
          />
          <div className={styles.terms}>
            <ProgrammeProse html={view.terms} />
          </div>
        </Card>
      </div>
    </div>
  );
}

function Hero({ view }: { view: RewardView }) {
  const t = useTexts(rewardTexts);
  const m = useTexts(memberTexts);
  const { title, imageName, transactionSourceId, cost } = view;
  return (
    <div className={styles.hero}>
      <RewardPicture
        {...{ title, imageName, transactionSourceId }}
        amount={amountOff(view.discount) ?? (view.kind === "membership" ? "" : null)}
        ratio="4 / 3"
        eager
      />
      <p className={styles.badges}>
        {cost !== null && (
          <span className={styles.points}>
            {cost === 0 ? t("free") : m("points", { count: cost })}
          </span>
        )}
        {view.isBirthday && <span className={styles.birthday}>{t("birthday")}</span>}
      </p>
    </div>
  );
}
