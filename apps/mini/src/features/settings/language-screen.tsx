import { DEFAULT_PREFERENCES, PREFERENCE_CHOICES } from "@loyalty/api-client/rules/preferences.ts";
import { usePassingMessage } from "@loyalty/ui/account/use-code-request.ts";
import type { LanguageSettings } from "@loyalty/ui/i18n/formats.ts";
import { formatDate, formatMoney, formatNumber, formatTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { dropPack, keepPack, keptPacks, packBytes } from "@loyalty/ui/i18n/language-packs.ts";
import { isLanguage, type LanguageCode, LANGUAGES } from "@loyalty/ui/i18n/languages.ts";
import { keptLanguageSettings, setLanguageSettings } from "@loyalty/ui/i18n/set-language.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Toggle } from "@loyalty/ui/primitives/choice.tsx";
import { SelectField } from "@loyalty/ui/primitives/field.tsx";
import { paths } from "@loyalty/ui/routes/paths.ts";
import { settingsTexts } from "@loyalty/ui/texts/settings.ts";
import { useCallback, useEffect, useState } from "react";

import { Card, Facts, Page } from "../../page/member-page.tsx";
import { RadioGroup } from "../../page/radio-group.tsx";
import styles from "./language-screen.module.css";
import { SettingsFrame, useSettingsForm } from "./settings-form.tsx";

const fallbacks = LANGUAGES.filter(({ code }) =>
  (PREFERENCE_CHOICES.fallbackLanguage as readonly string[]).includes(code),
);

/** /settings/language, spec 001 §2. */
export function LanguageScreen() {
  const t = useTexts(settingsTexts);
  const [kept] = useState(() => keptLanguageSettings() ?? DEFAULT_PREFERENCES.language);
  const form = useSettingsForm({
    section: "language",
    until: kept,
    saved: () => settingsTexts.t("language.saved"),
    failed: t("language.failed"),
    onSaved: setLanguageSettings,
  });
  const { values, change } = form;
  const spoken = isLanguage(values.selectedLanguage) ? values.selectedLanguage : "en";

  return (
    <Page title={t("language.title")} back={{ to: paths.profile, label: t("back") }}>
      <SettingsFrame form={form}>
        <Card title={t("language.language")}>
          <RadioGroup
            label={t("language.speak")}
            choices={LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
            value={spoken}
            onChange={(code) => change("selectedLanguage", code)}
          />
          {fallbacks.length > 1 && (
            <SelectField
              label={t("language.fallback")}
              value={isLanguage(values.fallbackLanguage) ? values.fallbackLanguage : "en"}
              onChange={(event) =>
                change(
                  "fallbackLanguage",
                  event.target.value as LanguageSettings["fallbackLanguage"],
                )
              }
            >
              {fallbacks.map(({ code, name }) => (
                <option key={code} value={code} lang={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </Card>
        <Card title={t("language.formats")}>
          <FormatFields values={values} change={change} />
        </Card>
        <LanguagePreview language={spoken} chosen={values} />
        <OfflinePacks />
        <Card title={t("language.menu")}>
          <Toggle
            label={t("language.autoTranslateMenu")}
            hint={t("language.autoTranslateMenuHint")}
            checked={values.autoTranslateMenu}
            onChange={(event) => change("autoTranslateMenu", event.target.checked)}
          />
          <Toggle
            label={t("language.showOriginalText")}
            hint={
              values.autoTranslateMenu
                ? t("language.showOriginalTextHint")
                : t("language.showOriginalTextOff")
            }
            checked={values.showOriginalText}
            disabled={!values.autoTranslateMenu}
            onChange={(event) => change("showOriginalText", event.target.checked)}
          />
        </Card>
      </SettingsFrame>
    </Page>
  );
}

type FormatField = "dateFormat" | "timeFormat" | "currency" | "numberFormat";

interface FormatFieldsProps {
  values: LanguageSettings;
  change: <Field extends FormatField>(field: Field, value: LanguageSettings[Field]) => void;
}

/** Dates, times, currency and numbers, and what a foreign currency means for prices. */
export function FormatFields({ values, change }: FormatFieldsProps) {
  const t = useTexts(settingsTexts);

  function choice<Field extends FormatField>(
    field: Field,
    nameOf: (value: LanguageSettings[Field]) => string,
    hint?: string,
  ) {
    const choices: readonly string[] = PREFERENCE_CHOICES[field];
    return (
      <SelectField
        label={t(`language.${field}`)}
        hint={hint}
        value={values[field]}
        onChange={(event) => change(field, event.target.value as LanguageSettings[Field])}
      >
        {choices.map((value) => (
          <option key={value} value={value}>
            {nameOf(value as LanguageSettings[Field])}
          </option>
        ))}
      </SelectField>
    );
  }

  return (
    <>
      <div className={styles.fieldsGrid}>
        {choice("dateFormat", (value) => value)}
        {choice("timeFormat", (value) => t(`language.timeFormats.${value}`))}
        {choice("numberFormat", (value) => value)}
        {choice("currency", (value) => t(`language.currencies.${value}`))}
      </div>
      <p className={styles.about}>
        {t("language.currencyNote")} {values.currency !== "MYR" && t("language.currencyForeign")}
      </p>
    </>
  );
}

const POINTS = 12345;
/** A Classic Thai Milk Tea with Bobas, in sen (spec 001 §9). */
const PRICE = 1190;

/** How the chosen formats look, as they change and before they are saved. */
export function LanguagePreview({
  language,
  chosen,
}: {
  language: string;
  chosen: LanguageSettings;
}) {
  const t = useTexts(settingsTexts);
  const [now] = useState(() => new Date().toISOString());
  const options = { language, settings: chosen };
  return (
    <Card title={t("language.preview")}>
      <div role="status">
        <Facts
          facts={[
            [t("language.previewDate"), formatDate(now, options)],
            [t("language.previewTime"), formatTime(now, undefined, options)],
            [t("language.previewNumber"), formatNumber(POINTS, {}, options)],
            [t("language.previewMoney"), formatMoney(PRICE, {}, options)],
          ]}
        />
      </div>
    </Card>
  );
}

/** Languages to keep on this device, each with what it weighs (spec 001 §2 and §4). */
export function OfflinePacks() {
  const t = useTexts(settingsTexts);
  const packs = useOfflinePacks();
  const success = usePassingMessage();
  const failure = usePassingMessage();

  async function run(work: Promise<void>, done: string, failed: string) {
    success.clear();
    failure.clear();
    try {
      await work;
      success.say(done);
    } catch {
      failure.say(failed);
    }
  }

  function press(code: LanguageCode, name: string, isKept: boolean) {
    const failed = t("packs.failed", { name });
    return isKept
      ? run(packs.remove(code), t("packs.removed", { name }), failed)
      : run(packs.download(code), t("packs.done", { name }), failed);
  }

  return (
    <Card title={t("packs.title")}>
      <p className={styles.about}>{t("packs.text")}</p>
      <ul role="list" className={styles.packs}>
        {LANGUAGES.map(({ code, name }) => {
          const status = packs.statusOf(code);
          const isKept = status === "downloaded";
          return (
            <li key={code} className={styles.pack}>
              <span className={styles.words}>
                <strong lang={code}>{name}</strong>
                <span className={styles.about}>
                  {t("packs.size", { size: Math.ceil(packBytes(code) / 1000) })}
                  {" · "}
                  {t(`packs.status.${status}`)}
                </span>
              </span>
              {status !== "preinstalled" && (
                <Button
                  variant="outline"
                  disabled={status === "downloading"}
                  aria-label={t(isKept ? "packs.removeName" : "packs.downloadName", { name })}
                  onClick={() => void press(code, name, isKept)}
                >
                  {t(isKept ? "packs.remove" : "packs.download")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {failure.message && <Alert kind="error">{failure.message}</Alert>}
      {success.message && <Alert kind="success">{success.message}</Alert>}
    </Card>
  );
}

/** English came with the app, and stays. */
export type PackStatus = "preinstalled" | "available" | "downloading" | "downloaded";

/** Which languages this device holds, and how that changes: available, downloading, downloaded, and back (spec 001 §4). */
export function useOfflinePacks() {
  const [kept, setKept] = useState<readonly string[]>([]);
  const [loading, setLoading] = useState<readonly string[]>([]);

  const look = useCallback(() => keptPacks().then(setKept, () => setKept([])), []);
  useEffect(() => void look(), [look]);

  return {
    statusOf(code: LanguageCode): PackStatus {
      if (code === "en") return "preinstalled";
      if (loading.includes(code)) return "downloading";
      return kept.includes(code) ? "downloaded" : "available";
    },
    /** Fails where the texts cannot be fetched or kept. */
    async download(code: LanguageCode): Promise<void> {
      setLoading((before) => [...before, code]);
      try {
        await keepPack(code);
        await look();
      } finally {
        setLoading((before) => before.filter((one) => one !== code));
      }
    },
    async remove(code: LanguageCode): Promise<void> {
      await dropPack(code);
      await look();
    },
  };
}
