import { messageOf } from "@loyalty/api-client/errors.ts";
import { useMember } from "@loyalty/api-client/react/members.ts";
import { usePromotedVouchers, useRewards } from "@loyalty/api-client/react/rewards.ts";
import { affordableFirst } from "@loyalty/api-client/rules/rewards.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Empty, Failed } from "@loyalty/ui/primitives/states.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { Link } from "react-router";

import { Card } from "../../page/member-page.tsx";
import { CatalogueTile } from "../../reward/reward-tiles.tsx";
import { RewardTiles } from "../../reward/reward-tiles.tsx";
import { TilesLoading } from "../../reward/reward-tiles.tsx";
import { VoucherTile } from "../../reward/reward-tiles.tsx";
import { dashboardTexts } from "../../texts/dashboard.ts";

/** Spec 000 §2: up to six. */
const SHOWN = 6;

/** Up to six offers: the member's vouchers first, then rewards for points (docs/readings.md). */
export function Promotions() {
  const t = useTexts(dashboardTexts);
  return (
    <Card
      title={t("promotions.title")}
      aside={<Link to={paths.redeem}>{t("promotions.all")}</Link>}
    >
      <FirstSix />
    </Card>
  );
}

function FirstSix() {
  const t = useTexts(dashboardTexts);
  const { data: member } = useMember();
  const vouchers = usePromotedVouchers();
  const rewards = useRewards();
  const failed = [vouchers, rewards].filter(({ isError, data }) => isError && !data);

  if (failed.length > 0) {
    return (
      <Failed
        text={messageOf(failed[0]!.error, t("promotions.failed"))}
        busy={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => failed.forEach((query) => void query.refetch())}
      />
    );
  }
  if (!vouchers.data || !rewards.data) return <TilesLoading text={t("promotions.loading")} />;

  const points = member?.memberPointAmount;
  const shownVouchers = vouchers.data.slice(0, SHOWN);
  const shownRewards = affordableFirst(rewards.data, points ?? 0).slice(
    0,
    SHOWN - shownVouchers.length,
  );
  if (shownVouchers.length + shownRewards.length === 0) {
    return (
      <Empty text={t("promotions.none")}>
        <p>{t("promotions.noneHint")}</p>
      </Empty>
    );
  }
  return (
    <RewardTiles>
      {shownVouchers.map((voucher) => (
        <li key={`voucher-${voucher.id}`}>
          <VoucherTile voucher={voucher} />
        </li>
      ))}
      {shownRewards.map((reward) => (
        <li key={`reward-${reward.id}`}>
          <CatalogueTile reward={reward} points={points} />
        </li>
      ))}
    </RewardTiles>
  );
}
