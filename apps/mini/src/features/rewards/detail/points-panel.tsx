import { Button, useTexts } from "@loyalty/ui";
import { memberTexts } from "@loyalty/ui/texts/member";
import { rewardTexts } from "@loyalty/ui/texts/reward";

import { amountOff } from "../../../reward/money.ts";
import { Card } from "../../../room/card.tsx";
import { Facts } from "../../../room/facts.tsx";
import styles from "./points-panel.module.css";
import type { RewardView } from "./reward-view.ts";
import type { RewardPage } from "./use-reward-view.ts";
import { AWAITED } from "./why-text.ts";

/** Redeem With, Redeemable Limit, Your Points, Status (spec 001 §2). Points that could not be had can be asked for again. */
export function PointsPanel({ page, view }: { page: RewardPage; view: RewardView }) {
  const t = useTexts(rewardTexts);
  const m = useTexts(memberTexts);
  const { cost, limit } = view;
  const smallestBill = amountOff(view.minSpend);
  const inPoints = (count: number) => m("points", { count });
  const paidWith = cost === null ? t("panel.thisVoucher") : cost === 0 ? t("free") : inPoints(cost);
  const yours = page.member ? (
    inPoints(page.member.memberPointAmount)
  ) : page.memberFailed ? (
    <span role="alert" className={styles.failed}>
      {t("pointsFailed")}
      <Button variant="outline" busy={page.memberFetching} onClick={page.retryMember}>
        {t("button.retry")}
      </Button>
    </span>
  ) : (
    AWAITED
  );
  const awaited = view.status === "unknown" && !page.memberFailed;

  return (
    <Card title={t("panel.title")}>
      <Facts
        facts={[
          [t("panel.redeemWith"), paidWith],
          ...(smallestBill ? [[t("panel.minSpend"), smallestBill] as const] : []),
          [
            t("panel.limit"),
            limit === null ? t("panel.noLimit") : t("panel.times", { count: limit }),
          ],
          [t("panel.yourPoints"), yours],
          [t("panel.status"), awaited ? AWAITED : t(`status.${view.status}`)],
        ]}
      />
    </Card>
  );
}
