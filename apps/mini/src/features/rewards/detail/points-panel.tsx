import { useTexts } from "@loyalty/ui";
import { memberTexts } from "@loyalty/ui/texts/member";
import { rewardTexts } from "@loyalty/ui/texts/reward";

import { amountOff } from "../../../reward/money.ts";
import { Card } from "../../../room/card.tsx";
import { Facts } from "../../../room/facts.tsx";
import type { RewardView } from "./reward-view.ts";

interface PointsPanelProps {
  view: RewardView;
  points: number | undefined;
  failed: boolean;
}

/** Redeem With, Redeemable Limit, Your Points, Status (spec 001 §2). */
export function PointsPanel({ view, points, failed }: PointsPanelProps) {
  const t = useTexts(rewardTexts);
  const m = useTexts(memberTexts);
  const { cost, limit } = view;
  const smallestBill = amountOff(view.minSpend);
  const inPoints = (count: number) => m("points", { count });
  const paidWith = cost === null ? t("panel.thisVoucher") : cost === 0 ? t("free") : inPoints(cost);
  const yours = points === undefined ? (failed ? t("pointsFailed") : "...") : inPoints(points);

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
          [t("panel.status"), t(`status.${view.status}`)],
        ]}
      />
    </Card>
  );
}
