import { messageOf } from "@loyalty/api-client";
import { useMember, useSession } from "@loyalty/api-client/react";
import { Failed, Loading, Skeleton, useTexts } from "@loyalty/ui";
import { loginWithReferralPath } from "@loyalty/ui/routes";
import { referralTexts } from "@loyalty/ui/texts/referral";

import { siteOrigin } from "../../config.ts";
import { CopyLine } from "./copy-line.tsx";
import { ShareLink } from "./share-link.tsx";

/** The code and the link that leads to it: to share, to copy, to read out. */
export function ReferralCode() {
  const t = useTexts(referralTexts);
  const session = useSession();
  const member = useMember();
  // The session remembers the record of the last visit, so that the code stands at once.
  const remembered = session.status === "signed-in" ? session.user.referralCode : null;
  const code = member.data?.referralCode ?? remembered;

  if (!code && member.isPending) {
    return (
      <Loading text={t("loading")}>
        <Skeleton height="7rem" />
      </Loading>
    );
  }
  if (!code) {
    return (
      <Failed
        text={messageOf(member.error, t("failed"))}
        busy={member.isFetching}
        onRetry={() => void member.refetch()}
      />
    );
  }
  const link = `${siteOrigin()}${loginWithReferralPath(code)}`;
  return (
    <>
      <CopyLine
        label={t("code")}
        value={code}
        copy={t("copyCode")}
        done={t("codeCopied")}
        failed={t("codeNotCopied")}
      />
      <CopyLine
        label={t("link")}
        value={link}
        copy={t("copyLink")}
        done={t("linkCopied")}
        failed={t("linkNotCopied")}
      />
      <ShareLink link={link} code={code} />
    </>
  );
}
