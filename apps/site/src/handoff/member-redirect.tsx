import { useSession } from "@loyalty/api-client/react/session";
import { paths } from "@loyalty/shell/paths";
import { Button } from "@loyalty/ui/button";
import styles from "@loyalty/ui/notice-page.module.css";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { siteTexts } from "../texts/site.ts";
import { siteDeparture, useDeparture } from "./hand-over.tsx";

/**
 * The site's side of every member path. It shows nothing private: a member is on the way to the
 * mini-program (`HandOver` starts that), a visitor goes to `/login`.
 */
export default function MemberRedirect() {
  const { status } = useSession();
  if (status === "signed-out") return null;
  return (
    <div className={styles.notice}>
      <RedirectNotice />
    </div>
  );
}

function RedirectNotice() {
  const { t } = useTranslation(siteTexts);
  const { status } = useDeparture();

  if (status === "off") {
    return (
      <>
        <h1>{t("handoff.offTitle")}</h1>
        <p>{t("handoff.offText")}</p>
        <Link to={paths.menu}>{t("handoff.menu")}</Link>
      </>
    );
  }
  if (status === "waiting" || status === "stopped") {
    return (
      <>
        <h1>{t(`handoff.${status}Title`)}</h1>
        <p>{t(`handoff.${status}Text`)}</p>
        <Button onClick={() => void siteDeparture().start({ fromMemberPath: true, byHand: true })}>
          {t("handoff.open")}
        </Button>
      </>
    );
  }
  return (
    <>
      <h1>{t("handoff.leavingTitle")}</h1>
      <p role="status">{t("handoff.leavingText")}</p>
    </>
  );
}
