import { messageOf } from "@loyalty/api-client/errors.ts";
import { usePreferences, useSavePreferences } from "@loyalty/api-client/react/preferences.ts";
import type { Preferences } from "@loyalty/api-client/wire.ts";
import { usePassingMessage } from "@loyalty/ui/account/use-code-request.ts";
import { UnsavedChangesDialog, useUnsavedChanges } from "@loyalty/ui/forms/unsaved-changes.tsx";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Failed, Loading } from "@loyalty/ui/primitives/states.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { type ReactNode, type SubmitEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { useMemberForm } from "../../form/member-form.ts";
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

/** The form of a settings screen: its fields, its messages, and Save at the lower edge. */
export function SettingsForm({ form, messages, preferences, children }: SettingsFormProps) {
  const t = useTexts(settingsTexts);
  const isLoaded = !preferences || preferences.data !== undefined;
  useUnsavedChanges(form.isDirty && !form.isSaving);
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      {!isLoaded && preferences?.isError && (
        <Failed
          text={t("loadFailed")}
          busy={preferences.isFetching}
          onRetry={() => void preferences.refetch()}
        />
      )}
      {!isLoaded && !preferences?.isError && <Loading text={t("loading")}>{null}</Loading>}
      <fieldset className={styles.fields} disabled={!isLoaded}>
        {children}
      </fieldset>
      <div className={styles.bar}>
        {messages.failure && <Alert kind="error">{messages.failure}</Alert>}
        {messages.success && <Alert kind="success">{messages.success}</Alert>}
        <Button type="submit" size="lg" wide busy={form.isSaving} disabled={!form.isDirty}>
          {form.isSaving ? t("saving") : t("save")}
        </Button>
      </div>
      <UnsavedChangesDialog />
    </form>
  );
}

/** The result of the last save, shown for a while above the Save button. */
export function useFormMessages() {
  const success = usePassingMessage();
  const failure = usePassingMessage();
  return {
    success: success.message,
    failure: failure.message,
    clear() {
      success.clear();
      failure.clear();
    },
    succeeded(text: string) {
      failure.clear();
      success.show(text);
    },
    failed(text: string) {
      success.clear();
      failure.show(text);
    },
  };
}

interface SettingsOptions<Name extends keyof Preferences> {
  section: Name;
  /** The values until the API has answered. */
  initial: Preferences[Name];
  /** The message after saving; a function, because saving may change the language. */
  saved: () => string;
  failed: string;
  /** Called with what the API has accepted; the message waits for it. */
  onSaved?: (section: Preferences[Name]) => Promise<unknown>;
}

/** The form for one section of the preferences. After saving it returns to the profile, unless the member goes on. */
export function useSettingsForm<Name extends keyof Preferences>(options: SettingsOptions<Name>) {
  const { section, initial, saved, failed, onSaved } = options;
  const preferences = usePreferences();
  const savePreferences = useSavePreferences();
  const messages = useFormMessages();
  const [isSaved, setIsSaved] = useState(false);
  const navigate = useNavigate();

  const form = useMemberForm<Preferences[Name]>({
    stored: preferences.data?.[section] ?? initial,
    async save(values) {
      const stored = await savePreferences.mutateAsync({ [section]: values });
      await onSaved?.(stored[section]);
      messages.succeeded(saved());
      setIsSaved(true);
      return stored[section];
    },
    onFailed: (error) => messages.failed(messageOf(error, failed)),
  });

  const { isDirty } = form;
  useEffect(() => {
    if (!isSaved || isDirty) return;
    const timer = setTimeout(() => void navigate(paths.profile), BACK_TO_PROFILE_MS);
    return () => clearTimeout(timer);
  }, [isSaved, isDirty, navigate]);

  return { form, messages, preferences };
}
