import { messageOf } from "@loyalty/api-client/errors";
import { useAgree } from "@loyalty/api-client/react/members";
import { openDialog } from "@loyalty/shell/dialogs";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { isLanguage } from "@loyalty/ui/languages";
import { showToast } from "@loyalty/ui/toast";
import { Trans, useTranslation } from "react-i18next";

import styles from "./newer-notice-dialog.module.css";
import { consentTexts } from "../texts.ts";

interface NewerNoticeProps {
  version: string;
  onLater: () => void;
}

/** Asks a member to agree to the version of terms and privacy notice that holds now. */
export function NewerNoticeDialog({ version, onLater }: NewerNoticeProps) {
  const { t, i18n } = useTranslation(consentTexts);
  const agree = useAgree();

  const documentLink = (document: "terms" | "privacy") => (
    <Button variant="link" onClick={() => openDialog("legal", { document })} />
  );
  const send = () =>
    agree.mutate(
      { noticeVersion: version, language: isLanguage(i18n.language) ? i18n.language : "en" },
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
        <Trans
          t={t}
          i18nKey="text"
          components={{ terms: documentLink("terms"), privacy: documentLink("privacy") }}
        />
      </p>
      {agree.isError && <Alert kind="error">{messageOf(agree.error, t("failed"))}</Alert>}
    </Dialog>
  );
}
