import {
  DEFAULT_PREFERENCES,
  keptSection,
  PREFERENCE_CHOICES,
} from "@loyalty/api-client/rules/preferences.ts";
import { localStore } from "@loyalty/api-client/store.ts";
import type { Preferences } from "@loyalty/api-client/wire.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Toggle } from "@loyalty/ui/primitives/choice.tsx";
import { SelectField, TextField } from "@loyalty/ui/primitives/field.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";

import { Card, Page } from "../../page/member-page.tsx";
import { settingsTexts } from "../../texts/settings.ts";
import { PushCard } from "./push-card.tsx";
import styles from "./settings-form.module.css";
import { SettingsForm, useSettingsForm } from "./settings-form.tsx";

/** Sent to the device: available only while push is on (spec 001 §2). */
const PUSHED = [
  "pointsNotifications",
  "promotionsNotifications",
  "orderNotifications",
  "menuNotifications",
  "birthdayOffers",
  "securityNotifications",
] as const;
const MAILED = ["weeklySummary", "newsletter"] as const;

type Switch = "pushEnabled" | "quietHoursEnabled" | (typeof PUSHED | typeof MAILED)[number];

/** /settings/notifications, spec 001 §2. */
export default function NotificationsScreen() {
  const t = useTexts(settingsTexts);
  const settings = useSettingsForm({ section: "notifications", initial: readKeptNotifications });
  const { values, register, change } = settings.form;

  const toggle = (field: Switch, dependent = false) => (
    <Toggle
      key={field}
      label={t(`notifications.fields.${field}`)}
      hint={
        dependent && !values.pushEnabled
          ? t("notifications.pushOff")
          : t(`notifications.hints.${field}`)
      }
      {...register(field)}
      disabled={dependent && !values.pushEnabled}
    />
  );

  return (
    <Page title={t("notifications.title")} back={{ to: paths.profile, label: t("back") }}>
      <p>{t("notifications.intro")}</p>
      <SettingsForm {...settings}>
        <Card title={t("notifications.push")}>
          <div className={styles.list}>
            {toggle("pushEnabled")}
            {PUSHED.map((field) => toggle(field, true))}
          </div>
        </Card>
        <Card title={t("notifications.mail")}>
          <div className={styles.list}>{MAILED.map((field) => toggle(field))}</div>
        </Card>
        <Card title={t("notifications.when")}>
          <SelectField label={t("notifications.frequency")} {...register("notificationFrequency")}>
            {PREFERENCE_CHOICES.notificationFrequency.map((choice) => (
              <option key={choice} value={choice}>
                {t(`notifications.frequencies.${choice}`)}
              </option>
            ))}
          </SelectField>
          {toggle("quietHoursEnabled")}
          {values.quietHoursEnabled && (
            <div className={styles.pair}>
              {(["quietHoursStart", "quietHoursEnd"] as const).map((field) => (
                <TextField
                  key={field}
                  name={field}
                  type="time"
                  label={t(`notifications.${field}`)}
                  value={values[field]}
                  // An emptied time is not taken over: quiet hours always have both.
                  onChange={(event) => event.target.value && change(field, event.target.value)}
                />
              ))}
            </div>
          )}
        </Card>
        <p className={styles.note}>{t("notifications.codes")}</p>
      </SettingsForm>
      <div className={styles.form}>
        <PushCard />
      </div>
    </Page>
  );
}

/** Read and never written (spec 001 §3): the API stores the preferences. */
const KEY = "notificationPreferences";

/**
 * The notification preferences stored in this browser, shown until the API has answered. A value that cannot be read
 * is ignored and logged (spec 001 §8).
 */
function readKeptNotifications(): Preferences["notifications"] {
  const text = localStore.read(KEY);
  const kept = text === null ? null : keptSection("notifications", text);
  if (text !== null && kept === null) {
    // oxlint-disable-next-line no-console -- spec 001 §8 wants it logged
    console.warn(`${KEY} in this browser's storage is not readable and was ignored`);
  }
  return kept ?? DEFAULT_PREFERENCES.notifications;
}
