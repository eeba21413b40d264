import { announcementContent } from "@loyalty/content/announcement";
import { useContent, useContentWords } from "@loyalty/content/content";
import { Stack } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { useRef } from "react";

import { closeDialog, openDialog } from "../account/dialogs.ts";
import styles from "./announcement-dialog.module.css";
import { seenAnnouncement } from "./announcing.ts";

/** "GET RM 5 OFF when you join as a member today!" (spec 000 §2): X, Escape and the backdrop close it. */
export default function AnnouncementDialog() {
  const words = useContentWords();
  const announcement = useContent(announcementContent);
  const joinButton = useRef<HTMLButtonElement>(null);

  const close = () => {
    seenAnnouncement.write("true");
    closeDialog("announcement");
  };
  const join = () => {
    seenAnnouncement.write("true");
    openDialog("register");
  };

  return (
    <Dialog
      open
      onClose={close}
      title={words(announcement.title)}
      description={words(announcement.intro)}
      closeOnOverlay
      size="sm"
      initialFocus={joinButton}
    >
      <Stack gap={5}>
        <p className={styles.voucher} aria-hidden="true">
          <span>{words(announcement.amount)}</span>
          <span>{words(announcement.off)}</span>
        </p>
        <Button ref={joinButton} size="lg" wide onClick={join}>
          {words(announcement.joinNow)}
        </Button>
      </Stack>
    </Dialog>
  );
}
