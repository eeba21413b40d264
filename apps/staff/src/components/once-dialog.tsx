import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { Stack } from "@loyalty/ui/layout";
import { formatDateTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import textStyles from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import { QrCode } from "./qr-code.tsx";

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
      <Stack gap={3} {...(expiresAt && { align: "center", className: textStyles.center })}>
        {expiresAt && (
          <>
            <QrCode value={value} size={240} title={title} />
            <p>{t("once.until", { time: formatDateTime(expiresAt) })}</p>
          </>
        )}
        <p className={`${textStyles.mono} ${expiresAt ? textStyles.fine : ""}`}>{value}</p>
      </Stack>
    </Dialog>
  );
}
