import { useSession } from "@loyalty/api-client/react";
import { useTexts } from "@loyalty/ui";
import { loginWithReferralPath, paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { referralTexts } from "@loyalty/ui/texts/referral";

import { siteOrigin } from "../../config.ts";
import { Card } from "../../room/card.tsx";
import { Room } from "../../room/room.tsx";
import { CopyLine } from "./copy-line.tsx";
import { InviteHistory } from "./invite-history.tsx";

/** /referral: the member's code and link, how it works, and who came (spec 001 §2). */
export function ReferralScreen() {
  const t = useTexts(referralTexts);
  const p = useTexts(profileTexts);
  const session = useSession();
  const code = session.status === "signed-in" ? session.user.referralCode : null;

  return (
    <Room title={t("title")} back={{ to: paths.profile, label: p("edit.back") }}>
      <p>{t("intro")}</p>
      {code && (
        <Card title={t("code")}>
          <CopyLine
            label={t("code")}
            value={code}
            copy={t("copyCode")}
            done={t("codeCopied")}
            failed={t("codeNotCopied")}
          />
          <CopyLine
            label={t("link")}
            value={`${siteOrigin()}${loginWithReferralPath(code)}`}
            copy={t("copyLink")}
            done={t("linkCopied")}
            failed={t("linkNotCopied")}
          />
        </Card>
      )}
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
