import { useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { useParams } from "react-router";

import { Room } from "../../room/room.tsx";

/** /reward/{id}: a link to one reward, from a message or an older app. Its details have no call yet. */
export function RewardScreen() {
  const t = useTexts(rewardsTexts);
  const { id = "" } = useParams();
  return (
    <Room title={t("reward.title")} back={{ to: paths.redeem, label: t("reward.back") }}>
      <p>{t("reward.text", { id })}</p>
    </Room>
  );
}
