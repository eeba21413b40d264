import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { useSetReferrer } from "@loyalty/api-client/react/members";
import { REFERRAL_CODE_MAX_LENGTH, session } from "@loyalty/api-client/session";
import { Stack } from "@loyalty/ui/layout";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { TextField } from "@loyalty/ui/field";
import { useTemporaryMessage } from "@loyalty/ui/form";
import { showToast } from "@loyalty/ui/toast";
import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { referralCodeTexts } from "./texts.ts";
import { closeDialog } from "./dialogs.ts";
import styles from "./referral-code-dialog.module.css";

/** Then the dialog closes itself (spec 000 §9). */
const CLOSES_AFTER_MS = 2000;

function close() {
  session.acknowledgeFirstLogin();
  closeDialog("referral-code");
}

/** Asks a new member once who invited them (spec 000 §2). Skipping, Escape and the overlay just close it. */
export default function ReferralCodeDialog() {
  const { t } = useTranslation(referralCodeTexts);
  const { form, submit, submitting, submitted, failure } = useReferralCode();
  const code = useWatch({ control: form.control, name: "referralCode" }).trim();

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
      <Stack as="form" noValidate gap={4} onSubmit={(event) => void submit(event)}>
        {failure && <Alert kind="error">{failure}</Alert>}
        <div className={styles.line}>
          <TextField
            label={t("label")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={REFERRAL_CODE_MAX_LENGTH}
            readOnly={submitted}
            {...form.register("referralCode")}
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
      </Stack>
    </Dialog>
  );
}

const schema = v.object({ referralCode: v.pipe(v.string(), v.trim(), v.nonEmpty()) });

/** Sends the code of the member who invited the signed-in one; an error is shown for 5 s (spec 000 §8). */
function useReferralCode() {
  const { t } = useTranslation(referralCodeTexts);
  const failure = useTemporaryMessage();
  const { mutateAsync: send, isSuccess: submitted } = useSetReferrer();
  const form = useForm({ resolver: valibotResolver(schema), defaultValues: { referralCode: "" } });
  const submitting = form.formState.isSubmitting;

  const submit = form.handleSubmit(async (values) => {
    if (submitting || submitted) return;
    failure.clear();
    try {
      await send(values);
      // It may be read for 3 s; the dialog closes after 2 (spec 000 §9).
      showToast("success", t("success"));
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0;
      failure.show(messageOf(error, t(answered ? "errors.failed" : "errors.unexpected")));
    }
  });

  return { form, submit, submitting, submitted, failure: failure.message };
}
