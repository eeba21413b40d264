import type { OneTimeLink } from "@loyalty/api-client/react/staff/people.ts";
import { formatTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { QRCodeSVG } from "qrcode.react";

import { peopleTexts } from "../../texts/people.ts";
import styles from "./people.module.css";

interface LinkDialogProps {
  title: string;
  text: string;
  link: OneTimeLink;
  onClose: () => void;
}

/** A link that counts once, as a QR to scan and as text to pass on. */
export function LinkDialog({ title, text, link, onClose }: LinkDialogProps) {
  const t = useTexts(peopleTexts);
  const copy = () =>
    navigator.clipboard.writeText(link.link).then(
      () => showToast("success", t("link.copied")),
      () => showToast("error", t("link.notCopied"), 5),
    );
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOverlay={false}
      title={title}
      description={text}
      footer={
        <>
          <Button variant="outline" onClick={() => void copy()}>
            {t("link.copy")}
          </Button>
          <Button onClick={onClose}>{t("link.done")}</Button>
        </>
      }
    >
      <div className={styles.link}>
        <span className={styles.qr}>
          <QRCodeSVG
            value={link.link}
            size={240}
            level="M"
            marginSize={4}
            fgColor="var(--qr-fg)"
            bgColor="var(--qr-bg)"
            title={title}
            role="img"
          />
        </span>
        <p>{t("link.until", { time: formatTime(link.expiresAt) })}</p>
        <p className={styles.address}>{link.link}</p>
      </div>
    </Dialog>
  );
}
