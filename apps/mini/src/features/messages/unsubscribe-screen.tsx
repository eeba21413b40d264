import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { useEndByLink, useUnsubscribe } from "@loyalty/api-client/react/messages";
import type { Unsubscribe } from "@loyalty/api-client/wire";
import { paths } from "@loyalty/shell/paths";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { QueryResult } from "@loyalty/ui/query-result";
import textStyles from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";

import { Page } from "../../components/member-page.tsx";
import { messagesTexts } from "../../texts/messages.ts";
import { settingsTexts } from "../../texts/settings.ts";
import { isSwitch } from "./messages-screen.tsx";

/** `/unsubscribe#{token}`: ends the kind of message whose e-mail links here, without signing in. */
export default function UnsubscribeScreen() {
  const { t } = useTranslation(messagesTexts);
  const token = decodeURIComponent(useLocation().hash.slice(1));
  const query = useUnsubscribe(token);
  const isUnknown = token === "" || (query.error instanceof ApiError && query.error.status === 404);
  return (
    <Page title={t("unsubscribe.title")}>
      {isUnknown ? (
        <Alert kind="error">{t("unsubscribe.unknown")}</Alert>
      ) : (
        <QueryResult
          query={query}
          loading={t("unsubscribe.loading")}
          failed={t("unsubscribe.failed")}
          height="8rem"
        >
          {(found) => <EndByLink key={token} token={token} found={found} />}
        </QueryResult>
      )}
      <p>{t("unsubscribe.security")}</p>
      <Link to={paths.notifications} className={textStyles.action}>
        {t("unsubscribe.settings")}
      </Link>
    </Page>
  );
}

/** The question, and after the answer, or where it was given before, that it is done. */
function EndByLink({ token, found }: { token: string; found: Unsubscribe }) {
  const { t } = useTranslation(messagesTexts);
  const { t: s } = useTranslation(settingsTexts);
  const end = useEndByLink(token);
  const { preference, isOn } = found;
  const kind = isSwitch(preference) ? s(`notifications.fields.${preference}`) : null;
  const said = (what: "question" | "done") =>
    kind === null ? t(`unsubscribe.${what}Summary`) : t(`unsubscribe.${what}`, { kind });

  return (
    <>
      {isOn && !end.isSuccess && <p>{said("question")}</p>}
      {(!isOn || end.isSuccess) && <Alert kind="success">{said("done")}</Alert>}
      {end.isError && <Alert kind="error">{messageOf(end.error, t("unsubscribe.notSaved"))}</Alert>}
      {isOn && !end.isSuccess && (
        <div>
          <Button size="lg" busy={end.isPending} onClick={() => end.mutate()}>
            {t(end.isPending ? "unsubscribe.stopping" : "unsubscribe.stop")}
          </Button>
        </div>
      )}
    </>
  );
}
