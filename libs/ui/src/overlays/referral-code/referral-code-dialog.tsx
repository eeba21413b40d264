import { session } from "@loyalty/api-client";
import { withQueries } from "@loyalty/api-client/react";
import { useEffect, useState } from "react";

import { Alert } from "../../primitives/alert.tsx";
import { Button } from "../../primitives/button.tsx";
import { Dialog } from "../../primitives/dialog.tsx";
import { TextField } from "../../primitives/field.tsx";
import { referralCodeTexts } from "../../texts/referral-code.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { closeOverlay } from "../overlays.ts";
import { REFERRAL_CODE_MAX_LENGTH } from "./pending-referral.ts";
import styles from "./referral-code.module.css";
import { useReferralCode } from "./use-referral-code.ts";

/** Then the dialog closes itself (spec 000 §9). */
const CLOSES_AFTER_MS = 2000;

function close() {
  session.acknowledgeFirstLogin();
  closeOverlay("referral-code");
}

/** Asks a new member once who invited them (spec 000 §2). Skipping, Escape and the overlay just close it. */
export const ReferralCodeDialog = withQueries(function ReferralCodeDialog() {
  const t = useTexts(referralCodeTexts);
  const { submit, submitting, submitted, failure } = useReferralCode();
  const [input, setInput] = useState("");
  const code = input.trim();

  useEffect(() => {
    if (!submitted) return;
    session.acknowledgeFirstLogin();
    const timer = setTimeout(close, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [submitted]);

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
          if (code) void submit(code);
        }}
      >
        {failure && <Alert kind="error">{failure}</Alert>}
        <div className={styles.line}>
          <TextField
            label={t("label")}
            name="referralCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={REFERRAL_CODE_MAX_LENGTH}
            value={input}
            readOnly={submitted}
            onChange={(event) => setInput(event.target.value)}
          />
          {code && !submitted && (
            <Button type="submit" busy={submitting}>
              {submitting ? t("submitting") : t("submit")}
            </Button>
          )}
        </div>
        {!submitted && (
          <Button variant="ghost" wide onClick={close}>
            {t("skip")}
          </Button>
        )}
      </form>
    </Dialog>
  );
});
