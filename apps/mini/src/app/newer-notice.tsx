import { messageOf } from "@loyalty/api-client/errors";
import { useAgree, useConsent } from "@loyalty/api-client/react/members";
import { openDialog } from "@loyalty/shell/dialogs";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { isLanguage } from "@loyalty/ui/languages";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";

import styles from "./newer-notice.module.css";
import { consentTexts } from "../texts.ts";

/**
 * Asks a member again when terms and privacy notice have a newer version than the one they agreed to (docs/promises.md P1).
 * "Later" lasts until the next visit.
 */
export function NewerNotice() {
  const { t } = useTranslation(consentTexts);
  const language = useTranslation().i18n.language;
  const { data } = useConsent();
  const agree = useAgree();
  const [isPutOff, putOff] = useState(false);
  if (!data || data.isAgreed || isPutOff) return null;

  const documentLink = (document: "terms" | "privacy") => (
    <Button variant="link" onClick={() => openDialog("legal", { document })} />
  );
  const send = () =>
    agree.mutate(
      { noticeVersion: data.noticeVersion, language: isLanguage(language) ? language : "en" },
      { onSuccess: () => showToast("success", t("kept"), 5) },
    );

  const onLater = () => putOff(true);

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
          ns={consentTexts}
          i18nKey="text"
          components={{ terms: documentLink("terms"), privacy: documentLink("privacy") }}
        />
      </p>
      {agree.isError && <Alert kind="error">{messageOf(agree.error, t("failed"))}</Alert>}
    </Dialog>
  );
}
