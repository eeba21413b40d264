import { messageOf } from "@loyalty/api-client/errors";
import { canUsePasskeys } from "@loyalty/api-client/passkeys";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { QueryResult } from "@loyalty/ui/query-result";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";

import { StandalonePage } from "../../components/standalone-page.tsx";
import { paths } from "../../paths.ts";
import { useAcceptInvitation, useInvitation } from "../../queries/session.tsx";
import { staffSignInTexts } from "../../texts/staff-sign-in.ts";

/** /invitation: makes the passkey of a new account, or of one whose device was lost. The secret is behind the `#`. */
export function InvitationScreen() {
  const { t } = useTranslation(staffSignInTexts);
  const [token] = useState(useLocation().hash.slice(1));
  const navigate = useNavigate();
  // The secret does not stay in the address, and so not in the history.
  useEffect(() => void navigate(paths.invitation, { replace: true }), [navigate]);
  return (
    <StandalonePage title={t("invitation.title")}>
      {token === "" ? (
        <Alert kind="error">{t("invitation.incomplete")}</Alert>
      ) : (
        <Invitation token={token} />
      )}
      <Link to={paths.signIn}>{t("invitation.signIn")}</Link>
    </StandalonePage>
  );
}

function Invitation({ token }: { token: string }) {
  const { t } = useTranslation(staffSignInTexts);
  const query = useInvitation(token);
  const accept = useAcceptInvitation(token);
  const navigate = useNavigate();

  const makePasskey = async () => {
    // Where the server refuses, the banner says why.
    const me = await accept.mutateAsync().catch(() => null);
    if (me) await navigate(paths.start, { replace: true });
  };

  return (
    <QueryResult
      query={query}
      loading={t("invitation.loading")}
      failed={t("invitation.failed")}
      height="8rem"
    >
      {({ name }) => (
        <>
          <p>{t("invitation.text", { name })}</p>
          {accept.isError && <Alert kind="error">{messageOf(accept.error, t("failed"))}</Alert>}
          {canUsePasskeys() ? (
            <Button size="lg" wide busy={accept.isPending} onClick={() => void makePasskey()}>
              <KeyRound aria-hidden="true" size={20} />
              {t(accept.isPending ? "waiting" : "invitation.make")}
            </Button>
          ) : (
            <Alert kind="info">{t("noPasskeys")}</Alert>
          )}
          <p>{t("invitation.second")}</p>
        </>
      )}
    </QueryResult>
  );
}
