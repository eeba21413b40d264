import { useRef } from "react";

import { Button } from "../../primitives/button.tsx";
import { Dialog } from "../../primitives/dialog.tsx";
import { announcementTexts } from "../../texts/announcement.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { closeOverlay, openOverlay } from "../overlays.ts";
import styles from "./announcement.module.css";
import { seenAnnouncement } from "./seen-announcement.ts";

/** "GET RM 5 OFF when you join as a member today!" (spec 000 §2): X, Escape and the backdrop close it. */
export function AnnouncementDialog() {
  const t = useTexts(announcementTexts);
  const joinButton = useRef<HTMLButtonElement>(null);

  const close = () => {
    seenAnnouncement.write();
    closeOverlay("announcement");
  };
  const join = () => {
    seenAnnouncement.write();
    openOverlay("register");
  };

  return (
    <Dialog
      open
      onClose={close}
      title={t("title")}
      description={t("intro")}
      closeOnOverlay
      size="sm"
      initialFocus={joinButton}
    >
      <div className={styles.offer}>
        <p className={styles.voucher} aria-hidden="true">
          <span className={styles.amount}>{t("amount")}</span>
          <span className={styles.off}>{t("off")}</span>
        </p>
        <Button ref={joinButton} size="lg" wide onClick={join}>
          {t("joinNow")}
        </Button>
      </div>
    </Dialog>
  );
}
