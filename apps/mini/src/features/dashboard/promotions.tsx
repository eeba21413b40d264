import { affordableFirst, messageOf } from "@loyalty/api-client";
import { useMember, usePromotedVouchers, useRewards } from "@loyalty/api-client/react";
import { Empty, Failed, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { dashboardTexts } from "@loyalty/ui/texts/dashboard";
import { Link } from "react-router";

import { Card } from "../../page/member-page.tsx";
import { CatalogueTile } from "../../reward/reward-tiles.tsx";
import { RewardTiles } from "../../reward/reward-tiles.tsx";
import { TilesWaiting } from "../../reward/reward-tiles.tsx";
import { VoucherTile } from "../../reward/reward-tiles.tsx";

/** Spec 000 §2: up to six. */
const SHOWN = 6;

/** What there is for the member now: her own vouchers first, then what points buy (docs/readings.md). */
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
  if (!vouchers.data || !rewards.data) return <TilesWaiting text={t("promotions.loading")} />;

  const points = member?.memberPointAmount;
  const own = vouchers.data.slice(0, SHOWN);
  const offered = affordableFirst(rewards.data, points ?? 0).slice(0, SHOWN - own.length);
  if (own.length + offered.length === 0) {
    return (
      <Empty text={t("promotions.none")}>
        <p>{t("promotions.noneHint")}</p>
      </Empty>
    );
  }
  return (
    <RewardTiles>
      {own.map((voucher) => (
        <li key={`voucher-${voucher.id}`}>
          <VoucherTile voucher={voucher} />
        </li>
      ))}
      {offered.map((reward) => (
        <li key={`reward-${reward.id}`}>
          <CatalogueTile reward={reward} points={points} />
        </li>
      ))}
    </RewardTiles>
  );
}
