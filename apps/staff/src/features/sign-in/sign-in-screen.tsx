import { messageOf } from "@loyalty/api-client/errors";
import { canUsePasskeys } from "@loyalty/api-client/passkeys";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";

import { StandalonePage } from "../../components/standalone-page.tsx";
import { returnPath } from "../../paths.ts";
import { useMe, useStaffSignIn } from "../../queries/session.tsx";
import { staffSignInTexts } from "../../texts/staff-sign-in.ts";

export function SignInScreen() {
  const { t } = useTranslation(staffSignInTexts);
  const { data: me } = useMe();
  const [search] = useSearchParams();
  const signIn = useStaffSignIn();
  if (me) return <Navigate to={returnPath(search)} replace />;

  return (
    <StandalonePage title={t("title")}>
      <p>{t("text")}</p>
      {signIn.isError && <Alert kind="error">{messageOf(signIn.error, t("failed"))}</Alert>}
      {canUsePasskeys() ? (
        <Button size="lg" wide busy={signIn.isPending} onClick={() => signIn.mutate()}>
          <KeyRound aria-hidden="true" size={20} />
          {t(signIn.isPending ? "waiting" : "usePasskey")}
        </Button>
      ) : (
        <Alert kind="info">{t("noPasskeys")}</Alert>
      )}
      <p>{t("lost")}</p>
    </StandalonePage>
  );
}
