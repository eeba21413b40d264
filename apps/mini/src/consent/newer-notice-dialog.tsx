import { messageOf } from "@loyalty/api-client";
import { useAgree } from "@loyalty/api-client/react";
import {
  Alert,
  Button,
  Dialog,
  openOverlay,
  RichText,
  showToast,
  useLanguage,
  useTexts,
} from "@loyalty/ui";
import { isLanguage } from "@loyalty/ui/languages/languages";
import { consentTexts } from "@loyalty/ui/texts/consent";

import styles from "./newer-notice-dialog.module.css";

interface NewerNoticeDialogProps {
  /** The version that is shown, and so agreed to. */
  version: string;
  onLater: () => void;
}

/** Terms and privacy notice have a newer version: both to read, and the question. */
export default function NewerNoticeDialog({ version, onLater }: NewerNoticeDialogProps) {
  const t = useTexts(consentTexts);
  const language = useLanguage();
  const agree = useAgree();

  const reader = (document: "terms" | "privacy") => (
    <Button variant="link" onClick={() => openOverlay("legal", { document })} />
  );
  const send = () =>
    agree.mutate(
      { noticeVersion: version, language: isLanguage(language) ? language : "en" },
      { onSuccess: () => showToast("success", t("kept"), 5) },
    );

  return (
    <Dialog
      open
      onClose={onLater}
      title={t("title")}
      closeOnOverlay={false}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={onLater}>
            {t("later")}
          </Button>
          <Button busy={agree.isPending} onClick={send}>
            {t("agree")}
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        <RichText
          texts={consentTexts}
          name="text"
          parts={{ terms: reader("terms"), privacy: reader("privacy") }}
        />
      </p>
      {agree.isError && <Alert kind="error">{messageOf(agree.error, t("failed"))}</Alert>}
    </Dialog>
  );
}
