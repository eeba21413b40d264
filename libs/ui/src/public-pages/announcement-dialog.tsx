import { useRef } from "react";

import { closeDialog, openDialog } from "../account/dialogs.ts";
import { useTexts } from "../i18n/i18n.ts";
import { Button } from "../primitives/button.tsx";
import { Dialog } from "../primitives/dialog.tsx";
import { announcementTexts } from "../texts/announcement.ts";
import styles from "./announcement-dialog.module.css";
import { seenAnnouncement } from "./use-announcement.ts";

/** "GET RM 5 OFF when you join as a member today!" (spec 000 §2): X, Escape and the backdrop close it. */
export function AnnouncementDialog() {
  const t = useTexts(announcementTexts);
  const joinButton = useRef<HTMLButtonElement>(null);

  const close = () => {
    seenAnnouncement.write();
    closeDialog("announcement");
  };
  const join = () => {
    seenAnnouncement.write();
    openDialog("register");
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
