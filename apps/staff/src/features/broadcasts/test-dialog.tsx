import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf } from "@loyalty/api-client/errors.ts";
import { useTestBroadcast } from "@loyalty/api-client/react/staff/broadcasts.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import type { LanguageCode } from "@loyalty/ui/i18n/languages.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { SelectField, TextField } from "@loyalty/ui/primitives/field.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { useId } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";

import { inReadersLanguage } from "../../page/refusals.ts";
import { broadcastsTexts } from "../../texts/broadcasts.ts";
import { languageName } from "./broadcast-preview.tsx";
import styles from "./broadcasts.module.css";

interface TestDialogProps {
  broadcastId: number;
  /** The languages that have words, the first of them chosen. */
  languages: readonly LanguageCode[];
  onClose: () => void;
}

/** Asks where a test goes and in which language, and sends it. */
export function TestDialog({ broadcastId, languages, onClose }: TestDialogProps) {
  const t = useTexts(broadcastsTexts);
  const formId = useId();
  const send = useTestBroadcast();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { to: "", language: languages[0] ?? "en" },
    resolver: valibotResolver(
      v.object({
        to: v.pipe(v.string(), v.trim(), v.minLength(1, t("testToMissing"))),
        language: v.picklist(languages),
      }),
    ),
  });
  const { errors, isSubmitting } = formState;

  /** A refusal stands at the field that it is about. */
  const refused = (error: unknown) => {
    const sentence = messageOf(error, t("testFailed"));
    const [own] = (error instanceof ApiError && error.errors["to"]) || [];
    const code = error instanceof ApiError ? error.code : null;
    if (own !== undefined) setError("to", { message: inReadersLanguage(own) });
    else if (code === "test_waiting") setError("to", { message: sentence });
    else if (code === "missing_languages") setError("language", { message: sentence });
    else setError("root", { message: sentence });
  };
  const submit = handleSubmit(async ({ to, language }) => {
    try {
      await send.mutateAsync({ broadcastId, to, language });
      showToast("success", t("testSent", { address: to }), 8);
      onClose();
    } catch (error) {
      refused(error);
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOverlay={false}
      title={t("testTitle")}
      description={t("testText")}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={formId} busy={isSubmitting}>
            {t("test")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {errors.root && <Alert kind="error">{errors.root.message}</Alert>}
        <TextField
          label={t("testTo")}
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          error={errors.to?.message}
          {...register("to")}
        />
        <SelectField
          label={t("testLanguage")}
          error={errors.language?.message}
          {...register("language")}
        >
          {languages.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </SelectField>
      </form>
    </Dialog>
  );
}
