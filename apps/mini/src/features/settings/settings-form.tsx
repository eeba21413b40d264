import { messageOf } from "@loyalty/api-client/errors.ts";
import { usePreferences, useSavePreferences } from "@loyalty/api-client/react/preferences.ts";
import type { Preferences } from "@loyalty/api-client/wire.ts";
import { usePassingMessage } from "@loyalty/ui/account/use-code-request.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Failed, Loading } from "@loyalty/ui/primitives/states.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { settingsTexts } from "@loyalty/ui/texts/settings.ts";
import { type ReactNode, type SubmitEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { UnsavedChangesDialog } from "../../page/unsaved-changes.tsx";
import styles from "./settings-form.module.css";

interface FrameState {
  dirty: boolean;
  saving: boolean;
  ready: boolean;
  loadFailed: boolean;
  reloading: boolean;
  success: string | null;
  failure: string | null;
  reload: () => void;
  submit: () => Promise<void>;
}

/** The form of a settings screen: its banner, its fields, and Save, which waits for a change and sticks to the thumb. */
export function SettingsFrame({ form, children }: { form: FrameState; children: ReactNode }) {
  const t = useTexts(settingsTexts);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (form.dirty && !form.saving) void form.submit();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {form.loadFailed && (
        <Failed text={t("loadFailed")} busy={form.reloading} onRetry={form.reload} />
      )}
      {!form.ready && !form.loadFailed && <Loading text={t("loading")}>{null}</Loading>}
      <fieldset className={styles.fields} disabled={!form.ready}>
        {children}
      </fieldset>
      <div className={styles.bar}>
        {form.failure && <Alert kind="error">{form.failure}</Alert>}
        {form.success && <Alert kind="success">{form.success}</Alert>}
        <Button type="submit" size="lg" wide busy={form.saving} disabled={!form.dirty}>
          {form.saving ? t("saving") : t("save")}
        </Button>
      </div>
      <UnsavedChangesDialog asked={form.dirty && !form.saving} />
    </form>
  );
}

/** After a save the screen stays this long, so that its message is read (spec 001 §4). */
const BACK_TO_PROFILE_MS = 2000;

interface Options<Name extends keyof Preferences> {
  section: Name;
  /** What stands while the API has not answered. */
  until: Preferences[Name];
  /** Said after the save; asked for then, because a save may change the language. */
  saved: () => string;
  failed: string;
  /** Told what the API has accepted; the message waits for it. */
  onSaved?: (section: Preferences[Name]) => Promise<unknown> | void;
}

/** One section of preferences in a form: idle, saving, then success or error (spec 001 §4). */
export function useSettingsForm<Name extends keyof Preferences>(options: Options<Name>) {
  type Section = Preferences[Name];
  const { section, until } = options;
  const preferences = usePreferences();
  const save = useSavePreferences();
  const success = usePassingMessage();
  const failure = usePassingMessage();
  const [changes, setChanges] = useState<Partial<Section>>({});
  const [leaving, setLeaving] = useState(false);
  const navigate = useNavigate();

  const loaded: Section = preferences.data?.[section] ?? until;
  const values: Section = { ...loaded, ...changes };
  const dirty = (Object.keys(changes) as (keyof Section)[]).some(
    (field) => changes[field] !== loaded[field],
  );

  // Whoever goes on changing things is not sent away.
  useEffect(() => {
    if (!leaving || dirty) return;
    const timer = setTimeout(() => void navigate(paths.profile), BACK_TO_PROFILE_MS);
    return () => clearTimeout(timer);
  }, [leaving, dirty, navigate]);

  function change<Field extends keyof Section>(field: Field, value: Section[Field]) {
    setChanges((before) => ({ ...before, [field]: value }));
  }

  async function submit() {
    failure.clear();
    try {
      const saved = await save.mutateAsync({ [section]: values } as Partial<Preferences>);
      setChanges({});
      await options.onSaved?.(saved[section]);
      success.say(options.saved());
      setLeaving(true);
    } catch (error) {
      success.clear();
      failure.say(messageOf(error, options.failed));
    }
  }

  return {
    values,
    change,
    dirty,
    submit,
    saving: save.isPending,
    /** What the API holds is known; before that nothing can be changed. */
    ready: preferences.data !== undefined,
    loadFailed: preferences.isError && preferences.data === undefined,
    reload: () => void preferences.refetch(),
    reloading: preferences.isFetching,
    success: success.message,
    failure: failure.message,
  };
}
