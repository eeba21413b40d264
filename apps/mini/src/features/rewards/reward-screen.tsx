import { useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { useParams } from "react-router";

import { Room } from "../../room/room.tsx";

/** /reward/{id}: a link to one reward, from a message or an older app. Its details have no call yet. */
export function RewardScreen() {
  const t = useTexts(rewardTexts);
  const { id = "" } = useParams();
  return (
    <Room title={t("title")} back={{ to: paths.redeem, label: t("back") }}>
      <p>{t("text", { id })}</p>
    </Room>
  );
}
