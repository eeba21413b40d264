import { PREFERENCE_CHOICES } from "@loyalty/api-client";
import { Toggle, useTexts } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";

import { Choices } from "../../room/choices.tsx";
import styles from "./settings-frame.module.css";
import type { usePersonalInfo } from "./use-personal-info.ts";

/** Who sees a member, and who may write to her. */
export function PrivacyFields({ form }: { form: ReturnType<typeof usePersonalInfo> }) {
  const t = useTexts(settingsTexts);
  const { values, change } = form;
  return (
    <>
      <Choices
        label={t("personal.profileVisibility")}
        name="profileVisibility"
        choices={PREFERENCE_CHOICES.profileVisibility.map((choice) => ({
          value: choice,
          label: t(`personal.visibilities.${choice}`),
        }))}
        chosen={values.profileVisibility}
        onChoose={(choice) => change("profileVisibility", choice)}
      />
      <Toggle
        label={t("personal.showActivityStatus")}
        checked={values.showActivityStatus}
        onChange={(event) => change("showActivityStatus", event.target.checked)}
      />
      <Toggle
        label={t("personal.allowContact")}
        hint={t("personal.allowContactHint")}
        checked={values.allowContact}
        onChange={(event) => change("allowContact", event.target.checked)}
      />
      <p className={styles.note}>{t("personal.privacyNote")}</p>
    </>
  );
}
