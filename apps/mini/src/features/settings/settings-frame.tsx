import { Alert, Button, Failed, Loading, useTexts } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import type { ReactNode, SubmitEvent } from "react";

import { LeaveQuestion } from "../../room/leave-question.tsx";
import styles from "./settings-frame.module.css";

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
      <LeaveQuestion asked={form.dirty && !form.saving} />
    </form>
  );
}
