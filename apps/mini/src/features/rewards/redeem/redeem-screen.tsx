import { useTexts } from "@loyalty/ui";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { useSearchParams } from "react-router";

import { Room } from "../../../room/room.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { MyRewardsPanel } from "./my-rewards-panel.tsx";
import { PointsCard } from "./points-card.tsx";
import { PromotionPanel } from "./promotion-panel.tsx";
import { TabLinks, tabOf, type RedeemTab } from "./tab-links.tsx";

const panels: Record<RedeemTab, () => React.JSX.Element> = {
  promotion: PromotionPanel,
  "my-rewards": MyRewardsPanel,
  history: HistoryPanel,
};

/** /redeem: what points can become, what the member has, and what became of it (spec 001 §2). */
export function RedeemScreen() {
  const t = useTexts(rewardsTexts);
  const [query] = useSearchParams();
  const tab = tabOf(query.get("tab"));
  const Panel = panels[tab];
  return (
    <Room title={t("title")}>
      <PointsCard />
      <TabLinks active={tab} />
      <section aria-label={t(`tabs.${tab}`)}>
        <Panel />
      </section>
    </Room>
  );
}
