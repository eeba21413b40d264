import { buttonClass, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { rewardsTexts } from "@loyalty/ui/texts/rewards";
import { useMember } from "@loyalty/api-client/react";
import { Link } from "react-router";

import { Actions } from "../../room/actions.tsx";
import { Room } from "../../room/room.tsx";

/** /redeem: what a member can do with points today. The catalogue has no calls yet, so none is drawn. */
export function RedeemScreen() {
  const t = useTexts(rewardsTexts);
  const { data: member } = useMember();
  return (
    <Room title={t("redeem.title")}>
      {member && <p>{t("redeem.points", { points: member.memberPointAmount })}</p>}
      <p>{t("redeem.start")}</p>
      <p>{t("redeem.text")}</p>
      <Actions>
        <Link className={buttonClass()} to={paths.rewards}>
          {t("redeem.earnMore")}
        </Link>
        <Link className={buttonClass({ variant: "outline" })} to={paths.activity}>
          {t("redeem.history")}
        </Link>
        <Link className={buttonClass({ variant: "outline" })} to={paths.dashboard}>
          {t("redeem.dashboard")}
        </Link>
      </Actions>
    </Room>
  );
}
