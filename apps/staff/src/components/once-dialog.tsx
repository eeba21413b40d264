import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { formatTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import textStyles from "@loyalty/ui/text.module.css";
import { QRCodeSVG } from "qrcode.react";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import styles from "./once-dialog.module.css";

interface OnceDialogProps {
  title: string;
  text: string;
  /** A link, a secret or a key. */
  value: string;
  /** Until when a link counts. It is shown as a QR to scan, too. */
  expiresAt?: string;
  onClose: () => void;
}

/** What is shown once, to copy: the link of an invitation or a till, the secret of a webhook, a key of the feed. */
export function OnceDialog({ title, text, value, expiresAt, onClose }: OnceDialogProps) {
  const { t } = useTranslation(staffTexts);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => showToast("success", t("once.copied")),
      () => showToast("error", t("once.notCopied"), 5),
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
            {t("once.copy")}
          </Button>
          <Button onClick={onClose}>{t("once.done")}</Button>
        </>
      }
    >
      {expiresAt && (
        <div className={styles.link}>
          <span className={styles.qr}>
            <QRCodeSVG
              value={value}
              size={240}
              level="M"
              marginSize={4}
              fgColor="var(--qr-fg)"
              bgColor="var(--qr-bg)"
              title={title}
              role="img"
            />
          </span>
          <p>{t("once.until", { time: formatTime(expiresAt) })}</p>
        </div>
      )}
      <p className={expiresAt ? styles.address : textStyles.mono}>{value}</p>
    </Dialog>
  );
}
