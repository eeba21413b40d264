import { ApiError, messageOf } from "@loyalty/api-client/errors.ts";
import { useSetReferrer } from "@loyalty/api-client/react/members.ts";
import { withQueries } from "@loyalty/api-client/react/query-client.tsx";
import { session } from "@loyalty/api-client/session/current.ts";
import { REFERRAL_CODE_MAX_LENGTH } from "@loyalty/api-client/session/token-store.ts";
import { useEffect, useState } from "react";

import { usePassingMessage } from "../forms/form.ts";
import { useTexts } from "../i18n/i18n.ts";
import { Alert } from "../primitives/alert.tsx";
import { Button } from "../primitives/button.tsx";
import { Dialog } from "../primitives/dialog.tsx";
import { TextField } from "../primitives/field.tsx";
import { showToast } from "../primitives/toast.tsx";
import { referralCodeTexts } from "../texts/referral-code.ts";
import { closeDialog } from "./dialogs.ts";
import styles from "./referral-code-dialog.module.css";

/** Then the dialog closes itself (spec 000 §9). */
const CLOSES_AFTER_MS = 2000;

function close() {
  session.acknowledgeFirstLogin();
  closeDialog("referral-code");
}

/** Asks a new member once who invited them (spec 000 §2). Skipping, Escape and the overlay just close it. */
export default withQueries(function ReferralCodeDialog() {
  const t = useTexts(referralCodeTexts);
  const failure = usePassingMessage();
  const { mutateAsync: send, isPending: isSending, isSuccess: isSent } = useSetReferrer();
  const [typed, setTyped] = useState("");
  const referralCode = typed.trim();

  useEffect(() => {
    if (!isSent) return;
    session.acknowledgeFirstLogin();
    const timer = setTimeout(close, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSent]);

  const submit = async () => {
    if (referralCode === "" || isSending || isSent) return;
    failure.clear();
    try {
      await send({ referralCode });
      // It may be read for 3 s; the dialog closes after 2 (spec 000 §9).
      showToast("success", t("success"));
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0;
      failure.show(messageOf(error, t(answered ? "errors.failed" : "errors.unexpected")));
    }
  };

  return (
    <Dialog
      open
      onClose={close}
      title={t("title")}
      description={t("intro")}
      closeOnOverlay
      size="sm"
      sheetBelow={768}
    >
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {failure.message && <Alert kind="error">{failure.message}</Alert>}
        <div className={styles.line}>
          <TextField
            label={t("label")}
            name="referralCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={REFERRAL_CODE_MAX_LENGTH}
            readOnly={isSent}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {referralCode && !isSent && (
            <Button type="submit" busy={isSending}>
              {isSending ? t("submitting") : t("submit")}
            </Button>
          )}
        </div>
        {!isSent && (
          <Button variant="ghost" wide onClick={close}>
            {t("skip")}
          </Button>
        )}
      </form>
    </Dialog>
  );
});
