import { useSession } from "@loyalty/api-client/react/session.ts";
import { useOpenDialog } from "@loyalty/ui/account/dialogs.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { isMemberPath } from "@loyalty/ui/routes/known-paths.ts";
import { useEffect } from "react";
import { useLocation } from "react-router";

import { siteTexts } from "../texts/site.ts";
import { siteDeparture, useDeparture } from "./departure.ts";
import styles from "./hand-over.module.css";

/**
 * Hands a signed-in member to the mini-program: from a member path on any host, from a public one
 * on the production host (docs/handoff.md). Waits while a dialog is open, so that
 * "Registration successful!" can be read.
 */
export function HandOver() {
  const { status } = useSession();
  const isBusy = useOpenDialog() !== null;
  const fromMemberPath = isMemberPath(useLocation().pathname);

  useEffect(() => {
    if (status === "signed-in" && !isBusy) void siteDeparture().start({ fromMemberPath });
    if (status === "signed-out") siteDeparture().cancel();
  }, [status, isBusy, fromMemberPath]);

  return null;
}

/**
 * The way to the mini-program by hand, on a public page whose departure waits for the network or stopped before it
 * could turn in circles (docs/handoff.md, the site's part). `MemberRedirect` has a button of its own.
 */
export function OpenMembersApp() {
  const t = useTexts(siteTexts);
  const { status } = useDeparture();
  const { pathname } = useLocation();
  if ((status !== "waiting" && status !== "stopped") || isMemberPath(pathname)) return null;

  return (
    <div className={styles.bar} role="status">
      <p>{t(`handoff.${status}Title`)}</p>
      <Button
        variant="outline"
        onClick={() => void siteDeparture().start({ fromMemberPath: false, byHand: true })}
      >
        {t("handoff.open")}
      </Button>
    </div>
  );
}
