import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { SelectField, TextField } from "@loyalty/ui/field";
import type { LanguageCode } from "@loyalty/ui/languages";
import { showToast } from "@loyalty/ui/toast";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { FormDialog } from "../../components/form-dialog.tsx";
import { problemText } from "../../components/problems.ts";
import { broadcastsTexts } from "../../texts/broadcasts.ts";
import { languageName } from "./broadcast-preview.tsx";
import { useTestBroadcast } from "./queries.ts";

interface TestDialogProps {
  broadcastId: number;
  /** The languages that have words, the first of them chosen. */
  languages: readonly LanguageCode[];
  onClose: () => void;
}

/** Asks where a test goes and in which language, and sends it. */
export function TestDialog({ broadcastId, languages, onClose }: TestDialogProps) {
  const { t } = useTranslation(broadcastsTexts);
  const send = useTestBroadcast(broadcastId);
  const form = useForm({
    defaultValues: { to: "", language: languages[0] ?? "en" },
    resolver: valibotResolver(
      v.object({
        to: v.pipe(v.string(), v.trim(), v.minLength(1, t("testToMissing"))),
        language: v.picklist(languages),
      }),
    ),
  });
  const { errors } = form.formState;

  /** A refusal stands at the field that it is about. */
  const refused = (error: unknown) => {
    if (!(error instanceof ApiError)) return false;
    const [own] = error.fields["to"] ?? [];
    if (own !== undefined) form.setError("to", { message: problemText(own) });
    else if (error.code === "test_waiting")
      form.setError("to", { message: messageOf(error, t("testFailed")) });
    else if (error.code === "missing_languages")
      form.setError("language", { message: messageOf(error, t("testFailed")) });
    else return false;
    return true;
  };
  return (
    <FormDialog
      form={form}
      title={t("testTitle")}
      text={t("testText")}
      confirmLabel={t("test")}
      failed={t("testFailed")}
      onConfirm={async (typed) => {
        await send.mutateAsync(typed);
        showToast("success", t("testSent", { address: typed.to }), 8);
      }}
      onRefused={refused}
      onClose={onClose}
    >
      <TextField
        label={t("testTo")}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        error={errors.to?.message}
        {...form.register("to")}
      />
      <SelectField
        label={t("testLanguage")}
        error={errors.language?.message}
        {...form.register("language")}
      >
        {languages.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
