import { useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { referralTexts } from "@loyalty/ui/texts/referral";

import { Card } from "../../room/card.tsx";
import { Room } from "../../room/room.tsx";
import { InviteHistory } from "./invite-history.tsx";
import { ReferralCode } from "./referral-code.tsx";

/** /referral: the member's code and link, how it works, and who came (spec 001 §2). */
export function ReferralScreen() {
  const t = useTexts(referralTexts);
  const p = useTexts(profileTexts);

  return (
    <Room title={t("title")} back={{ to: paths.profile, label: p("edit.back") }}>
      <p>{t("intro")}</p>
      <Card title={t("code")}>
        <ReferralCode />
      </Card>
      <Card title={t("how")}>
        <ol>
          <li>{t("steps.share")}</li>
          <li>{t("steps.join")}</li>
          <li>{t("steps.dine")}</li>
        </ol>
      </Card>
      <InviteHistory />
    </Room>
  );
}
