import { messageOf } from "@loyalty/api-client/errors";
import { usePreferences, useSavePreferences } from "@loyalty/api-client/react/preferences";
import type { Preferences } from "@loyalty/api-client/wire";
import { Alert } from "@loyalty/ui/alert";
import { useTemporaryMessage } from "@loyalty/ui/form";
import { i18n } from "@loyalty/ui/i18n";
import { Failed, Loading } from "@loyalty/ui/states";
import { Stack } from "@loyalty/ui/layout";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { SaveBar, useBackToProfile, useMemberForm } from "../../components/member-form.tsx";
import { settingsTexts } from "../../texts/settings.ts";
import styles from "./settings-form.module.css";

/** After a save the screen stays this long, so that its message is read (spec 001 §4). */
const BACK_TO_PROFILE_MS = 2000;

interface SettingsFormProps {
  form: { isDirty: boolean; isSaving: boolean; submit: (event: SubmitEvent) => void };
  messages: ReturnType<typeof useFormMessages>;
  /** Where the form is of preferences: its fields wait until they are there. */
  preferences?: ReturnType<typeof usePreferences>;
  children: ReactNode;
}

export function SettingsForm({ form, messages, preferences, children }: SettingsFormProps) {
  const { t } = useTranslation(settingsTexts);
  const missing = preferences?.data === undefined ? preferences : undefined;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {missing?.isError && (
        <Failed
          text={t("loadFailed")}
          busy={missing.isFetching}
          onRetry={() => void missing.refetch()}
        />
      )}
      {missing?.isPending && <Loading text={t("loading")} />}
      <Stack as="fieldset" gap={5} disabled={missing !== undefined}>
        {children}
      </Stack>
      <SaveBar form={form} save={t("save")} saving={t("saving")}>
        {messages.alert}
      </SaveBar>
    </form>
  );
}

/** How the last act ended, said for a while. */
export function useFormMessages() {
  const { message, show, clear } = useTemporaryMessage<{
    kind: "success" | "error";
    text: string;
  }>();
  return {
    alert: message && (
      <Alert key={message.kind} kind={message.kind}>
        {message.text}
      </Alert>
    ),
    clear,
    succeeded: (text: string) => show({ kind: "success", text }),
    failed: (text: string) => show({ kind: "error", text }),
  };
}

interface SettingsOptions<Name extends keyof Preferences> {
  section: Name;
  /** The values until the API has answered. */
  initial: () => Preferences[Name];
  /** Called with what the API has accepted; the message waits for it. */
  onSaved?: (section: Preferences[Name]) => Promise<unknown>;
}

/** The form for one section of the preferences. After saving it returns to the profile, unless the member goes on. */
export function useSettingsForm<Name extends "notifications" | "language">(
  options: SettingsOptions<Name>,
) {
  const { section, onSaved } = options;
  const texts: "notifications" | "language" = section;
  const [initial] = useState(options.initial);
  const preferences = usePreferences();
  const savePreferences = useSavePreferences();
  const messages = useFormMessages();
  const [isSaved, setIsSaved] = useState(false);

  const form = useMemberForm<Preferences[Name]>({
    stored: preferences.data?.[section] ?? initial,
    async save(values) {
      const stored = await savePreferences.mutateAsync({ [section]: values });
      await onSaved?.(stored[section]);
      // Saving may have changed the language.
      messages.succeeded(i18n.t(`${texts}.saved`, { ns: settingsTexts }));
      setIsSaved(true);
      return stored[section];
    },
    onFailed: (error) =>
      messages.failed(messageOf(error, i18n.t(`${texts}.failed`, { ns: settingsTexts }))),
  });

  useBackToProfile(isSaved && !form.isDirty, BACK_TO_PROFILE_MS);
  return { form, messages, preferences };
}
