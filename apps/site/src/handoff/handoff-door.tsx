import { useSession } from "@loyalty/api-client/react";
import { Button, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { siteTexts } from "@loyalty/ui/texts/site";
import { Link } from "react-router";

import { siteDeparture, useDeparture } from "./departure.ts";
import styles from "./handoff-door.module.css";

/**
 * The site's side of every member path. It shows nothing private: a member is on the way to the
 * mini-program (`hand-over.tsx` starts that), a visitor goes to `/login`.
 */
export default function HandoffDoor() {
  const { status } = useSession();
  if (status === "signed-out") return null;
  return (
    <div className={styles.door}>
      <DoorSign />
    </div>
  );
}

function DoorSign() {
  const t = useTexts(siteTexts);
  const { status } = useDeparture();

  if (status === "off") {
    return (
      <>
        <h1>{t("door.offTitle")}</h1>
        <p>{t("door.offText")}</p>
        <Link to={paths.menu}>{t("door.menu")}</Link>
      </>
    );
  }
  if (status === "waiting" || status === "stopped") {
    return (
      <>
        <h1>{t(`door.${status}Title`)}</h1>
        <p>{t(`door.${status}Text`)}</p>
        <Button onClick={() => void siteDeparture().start({ fromMemberPath: true, byHand: true })}>
          {t("door.open")}
        </Button>
      </>
    );
  }
  return (
    <>
      <h1>{t("door.leavingTitle")}</h1>
      <p role="status">{t("door.leavingText")}</p>
    </>
  );
}
