import { Button, useTexts } from "@loyalty/ui";
import { isMemberPath } from "@loyalty/ui/routes";
import { siteTexts } from "@loyalty/ui/texts/site";
import { useLocation } from "react-router";

import { siteDeparture, useDeparture } from "./departure.ts";
import styles from "./open-members-app.module.css";

/**
 * The way to the mini-program by hand, on a public page whose departure waits for the network or
 * stopped before it could turn in circles (docs/handoff.md, the site's part). Doors have a sign of their own.
 */
export function OpenMembersApp() {
  const t = useTexts(siteTexts);
  const { status } = useDeparture();
  const { pathname } = useLocation();
  if ((status !== "waiting" && status !== "stopped") || isMemberPath(pathname)) return null;

  return (
    <div className={styles.bar} role="status">
      <p>{t(`door.${status}Title`)}</p>
      <Button
        variant="outline"
        onClick={() => void siteDeparture().start({ fromMemberPath: false, byHand: true })}
      >
        {t("door.open")}
      </Button>
    </div>
  );
}
