import {
  DEFAULT_PREFERENCES,
  keptSection,
  PREFERENCE_CHOICES,
} from "@loyalty/api-client/rules/preferences.ts";
import type { Preferences } from "@loyalty/api-client/wire.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Toggle } from "@loyalty/ui/primitives/choice.tsx";
import { SelectField, TextField } from "@loyalty/ui/primitives/field.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { settingsTexts } from "@loyalty/ui/texts/settings.ts";
import { useState } from "react";

import { Card, Page } from "../../page/member-page.tsx";
import styles from "./settings-form.module.css";
import { SettingsFrame, useSettingsForm } from "./settings-form.tsx";

/** Sent to the device: they move only while push is on (spec 001 §2). */
const PUSHED = [
  "pointsNotifications",
  "promotionsNotifications",
  "orderNotifications",
  "menuNotifications",
  "birthdayOffers",
  "securityNotifications",
] as const;
const MAILED = ["weeklySummary", "newsletter"] as const;

type Notifications = Preferences["notifications"];
type Switch = "pushEnabled" | "quietHoursEnabled" | (typeof PUSHED | typeof MAILED)[number];

/** /settings/notifications, spec 001 §2. */
export function NotificationsScreen() {
  const t = useTexts(settingsTexts);
  const [kept] = useState(keptNotifications);
  const form = useSettingsForm({
    section: "notifications",
    until: kept,
    saved: () => t("notifications.saved"),
    failed: t("notifications.failed"),
  });
  const { values, change } = form;

  const toggle = (field: Switch, dependent = false) => (
    <Toggle
      key={field}
      label={t(`notifications.fields.${field}`)}
      hint={
        dependent && !values.pushEnabled
          ? t("notifications.pushOff")
          : t(`notifications.hints.${field}`)
      }
      checked={values[field]}
      disabled={dependent && !values.pushEnabled}
      onChange={(event) => change(field, event.target.checked)}
    />
  );

  return (
    <Page title={t("notifications.title")} back={{ to: paths.profile, label: t("back") }}>
      <p>{t("notifications.intro")}</p>
      <SettingsFrame form={form}>
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
          <SelectField
            label={t("notifications.frequency")}
            value={values.notificationFrequency}
            onChange={(event) =>
              change(
                "notificationFrequency",
                event.target.value as Notifications["notificationFrequency"],
              )
            }
          >
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
                  type="time"
                  label={t(`notifications.${field}`)}
                  value={values[field]}
                  onChange={(event) => event.target.value && change(field, event.target.value)}
                />
              ))}
            </div>
          )}
        </Card>
        <p className={styles.note}>{t("notifications.codes")}</p>
      </SettingsFrame>
    </Page>
  );
}

/** Read here and never written (spec 001 §3): the API keeps what is saved. */
const KEY = "notificationPreferences";

/**
 * The notification preferences this browser was left with, shown until the API has answered. What is no such thing
 * is ignored and logged (spec 001 §8).
 */
export function keptNotifications(): Preferences["notifications"] {
  let text: string | null = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    // A browser that keeps nothing has kept nothing.
  }
  const kept = text === null ? null : keptSection("notifications", text);
  if (text !== null && kept === null) {
    // oxlint-disable-next-line no-console -- the document wants it logged
    console.warn(`${KEY} in this browser's storage is not readable and was ignored`);
  }
  return kept ?? DEFAULT_PREFERENCES.notifications;
}
