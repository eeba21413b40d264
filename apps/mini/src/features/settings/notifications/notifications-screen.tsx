import { messageOf } from "@loyalty/api-client/errors";
import { usePreferences } from "@loyalty/api-client/react/preferences";
import {
  type PushBrowser,
  useChangePush,
  usePushBrowser,
  usePushSubscriptions,
  useTurnOffPush,
  useTurnOnPush,
} from "@loyalty/api-client/react/push";
import {
  DEFAULT_PREFERENCES,
  keptSection,
  PREFERENCE_CHOICES,
} from "@loyalty/api-client/rules/preferences";
import { localStore } from "@loyalty/api-client/store";
import type { Preferences, PushSubscriptions } from "@loyalty/api-client/wire";
import { paths } from "@loyalty/shell/paths";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { Toggle } from "@loyalty/ui/choice";
import { SelectField, TextField } from "@loyalty/ui/field";
import { formatDateTime } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { useTranslation } from "react-i18next";

import { toastResult } from "../../../app/toast-result.ts";
import { Card, Page } from "../../../components/member-page.tsx";
import { settingsTexts } from "../../../texts/settings.ts";
import { useDeviceName } from "../device-row.tsx";
import styles from "../settings-form.module.css";
import { SettingsForm, useSettingsForm } from "../settings-form.tsx";
import { pushTexts } from "./texts.ts";

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
  const { t } = useTranslation(settingsTexts);
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
    <Page
      title={t("notifications.title")}
      back={{ to: paths.profile, label: t("back") }}
      columns="narrow-first"
    >
      <div className={styles.form}>
        <p>{t("notifications.intro")}</p>
        <PushCard />
      </div>
      <SettingsForm {...settings}>
        <Card title={t("notifications.push")}>
          <Stack gap={1}>
            {toggle("pushEnabled")}
            {PUSHED.map((field) => toggle(field, true))}
          </Stack>
        </Card>
        <Card title={t("notifications.mail")}>
          <Stack gap={1}>{MAILED.map((field) => toggle(field))}</Stack>
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
            <Grid gap={4} columns="narrowest">
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
            </Grid>
          )}
        </Card>
        <p className={textStyles.note}>{t("notifications.codes")}</p>
      </SettingsForm>
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
  const stored = text === null ? null : keptSection("notifications", text);
  if (text !== null && stored === null) {
    // oxlint-disable-next-line no-console -- spec 001 §8 wants it logged
    console.warn(`${KEY} in this browser's storage is not readable and was ignored`);
  }
  return stored ?? DEFAULT_PREFERENCES.notifications;
}

type Subscription = PushSubscriptions["pushSubscriptionList"][number];

/**
 * Push notifications on this device, and on which others: it holds at once and is no part of the form. Not shown where
 * the server has no key for it.
 */
export function PushCard() {
  const { t } = useTranslation(pushTexts);
  const subscriptions = usePushSubscriptions();
  const pushBrowser = usePushBrowser();
  const preferences = usePreferences();
  const { data } = subscriptions;
  const { data: browser } = pushBrowser;
  if (subscriptions.isLoading || pushBrowser.isLoading) return <div className={styles.reserved} />;
  if (!data?.publicKey || !browser) return null;

  // What the browser or the API ended takes no pushes any more, whatever the other one says.
  const here = browser.isSubscribed
    ? data.pushSubscriptionList.find(({ isCurrent }) => isCurrent)
    : undefined;
  const others = data.pushSubscriptionList.filter(({ isCurrent }) => !isCurrent);
  return (
    <Card title={t("title")}>
      {here ? <On subscription={here} /> : <Off browser={browser} publicKey={data.publicKey} />}
      {preferences.data?.notifications.pushEnabled === false && <p>{t("accountOff")}</p>}
      {others.length > 0 && <Others subscriptions={others} />}
    </Card>
  );
}

/** Off, and how to turn it on: by a press, or in the browser's own settings. */
function Off({ browser, publicKey }: { browser: PushBrowser; publicKey: string }) {
  const { t } = useTranslation(pushTexts);
  const turnOn = useTurnOnPush();
  if (browser.permission === "unsupported") return <p>{t("unsupported")}</p>;
  if (browser.permission === "denied") return <p>{t("denied")}</p>;

  const press = () =>
    turnOn.mutate(
      { publicKey },
      {
        onSuccess: (isAllowed) =>
          isAllowed ? showToast("success", t("done"), 5) : showToast("info", t("notAllowed"), 5),
        onError: (error) => showToast("error", messageOf(error, t("failed")), 5),
      },
    );
  return (
    <>
      <p>{t("reason")}</p>
      <div>
        <Button busy={turnOn.isPending} onClick={press}>
          {t(turnOn.isPending ? "turningOn" : "turnOn")}
        </Button>
      </div>
    </>
  );
}

function On({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation(pushTexts);
  const change = useChangePush();
  const turnOff = useTurnOffPush();
  const { id } = subscription;
  const shown = change.isPending ? change.variables.showsDetails : subscription.showsDetails;
  return (
    <>
      <p>{t("isOn")}</p>
      <Toggle
        name="showsDetails"
        label={t("details")}
        hint={t("detailsHint")}
        checked={shown}
        onChange={({ target }) =>
          change.mutate(
            { id, showsDetails: target.checked },
            { onError: (error) => showToast("error", messageOf(error, t("notSaved")), 5) },
          )
        }
      />
      <div>
        <Button
          variant="outline"
          busy={turnOff.isPending}
          onClick={() =>
            turnOff.mutate({ id, isHere: true }, toastResult(t("ended"), t("endFailed")))
          }
        >
          {t(turnOff.isPending ? "turningOff" : "turnOff")}
        </Button>
      </div>
    </>
  );
}

function Others({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { t } = useTranslation(pushTexts);
  const nameOf = useDeviceName();
  const turnOff = useTurnOffPush();
  return (
    <div>
      <h3 className={textStyles.md}>{t("others")}</h3>
      <ul role="list">
        {subscriptions.map((each) => (
          <Cluster as="li" key={each.id} gap={4} className={layoutStyles.padBlock}>
            <Stack as="span" gap={1} className={layoutStyles.growWide}>
              <strong>{nameOf(each)}</strong>
              <span className={textStyles.note}>
                {t("since", { when: formatDateTime(each.createdAt) })}
              </span>
            </Stack>
            <Button
              variant="outline"
              busy={turnOff.isPending && turnOff.variables.id === each.id}
              aria-label={t("endName", { device: nameOf(each) })}
              onClick={() =>
                turnOff.mutate(
                  { id: each.id, isHere: false },
                  toastResult(t("endedThere", { device: nameOf(each) }), t("endFailed")),
                )
              }
            >
              {t("end")}
            </Button>
          </Cluster>
        ))}
      </ul>
    </div>
  );
}
