import { messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";

import { StandalonePage } from "../../components/standalone-page.tsx";
import { paths } from "../../paths.ts";
import { counterTexts } from "../../texts/counter.ts";
import { useEnrol, useTill } from "../../till/queries.ts";

/** /enrol: makes this tablet a till by the code behind the `#`, which a manager shows as a QR. */
export function EnrolScreen() {
  const { t } = useTranslation(counterTexts);
  const code = useLocation().hash.slice(1);
  const { data: till } = useTill();
  const enrol = useEnrol();
  const navigate = useNavigate();

  const start = async () => {
    // Where the server refuses, the banner says why.
    const made = await enrol.mutateAsync(code).catch(() => null);
    if (made) await navigate(paths.counter, { replace: true });
  };

  return (
    <StandalonePage title={t("enrol.title")}>
      {code === "" ? (
        <Alert kind="info">{t("enrol.noCode")}</Alert>
      ) : (
        <>
          <p>{t("enrol.text")}</p>
          {till && (
            <Alert kind="info">
              {t("enrol.before", { till: till.tillName, outlet: till.outletName })}
            </Alert>
          )}
          {enrol.isError && <Alert kind="error">{messageOf(enrol.error, t("enrol.failed"))}</Alert>}
          <Button size="lg" wide busy={enrol.isPending} onClick={() => void start()}>
            {t("enrol.make")}
          </Button>
        </>
      )}
      {till && <Link to={paths.counter}>{t("enrol.open")}</Link>}
    </StandalonePage>
  );
}
