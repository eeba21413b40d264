import { currency } from "@loyalty/api-client/group";
import { DEFAULT_PREFERENCES, PREFERENCE_CHOICES } from "@loyalty/api-client/rules/preferences";
import { paths } from "@loyalty/shell/paths";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { RadioGroup, Toggle } from "@loyalty/ui/choice";
import { SelectField } from "@loyalty/ui/field";
import {
  formatDate,
  formatMoney,
  formatNumber,
  formatTime,
  type LanguageSettings,
} from "@loyalty/ui/formats";
import { deletePack, downloadPack, downloadedPacks, packBytes } from "@loyalty/ui/language-packs";
import { isLanguage, type LanguageCode, LANGUAGES } from "@loyalty/ui/languages";
import { setLanguageSettings } from "@loyalty/ui/set-language";
import { storedLanguageSettings } from "@loyalty/ui/stored-language";
import textStyles from "@loyalty/ui/text.module.css";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { MemberForm } from "../../../components/member-form.tsx";
import { Card, DescriptionList, Page } from "../../../components/member-page.tsx";
import { settingsTexts } from "../../../texts/settings.ts";
import formStyles from "../settings-form.module.css";
import { SettingsForm, useFormMessages, useSettingsForm } from "../settings-form.tsx";

const fallbacks = LANGUAGES.filter(({ code }) =>
  (PREFERENCE_CHOICES.fallbackLanguage as readonly string[]).includes(code),
);

/** /settings/language, spec 001 §2. */
export default function LanguageScreen() {
  const { t } = useTranslation(settingsTexts);
  const settings = useSettingsForm({
    section: "language",
    initial: () => storedLanguageSettings() ?? DEFAULT_PREFERENCES.language,
    onSaved: setLanguageSettings,
  });
  const { values, register, change } = settings.form;
  const language = isLanguage(values.selectedLanguage) ? values.selectedLanguage : "en";

  return (
    <Page title={t("language.title")} back={{ to: paths.profile, label: t("back") }}>
      <SettingsForm {...settings}>
        <div className={formStyles.columns}>
          <Stack gap={5}>
            <Card title={t("language.language")}>
              <RadioGroup
                label={t("language.speak")}
                choices={LANGUAGES.map(({ code, name }) => ({
                  value: code,
                  label: name,
                  lang: code,
                }))}
                value={language}
                onChange={(code) => change("selectedLanguage", code)}
              />
              {fallbacks.length > 1 && (
                <SelectField label={t("language.fallback")} {...register("fallbackLanguage")}>
                  {fallbacks.map(({ code, name }) => (
                    <option key={code} value={code} lang={code}>
                      {name}
                    </option>
                  ))}
                </SelectField>
              )}
            </Card>
            <Card title={t("language.formats")}>
              <FormatFields form={settings.form} />
            </Card>
            <LanguagePreview language={language} settings={values} />
          </Stack>
          <Stack gap={5}>
            <OfflinePacks />
            <Card title={t("language.menu")}>
              <Toggle
                label={t("language.autoTranslateMenu")}
                hint={t("language.autoTranslateMenuHint")}
                {...register("autoTranslateMenu")}
              />
              <Toggle
                label={t("language.showOriginalText")}
                hint={
                  values.autoTranslateMenu
                    ? t("language.showOriginalTextHint")
                    : t("language.showOriginalTextOff")
                }
                {...register("showOriginalText")}
                disabled={!values.autoTranslateMenu}
              />
            </Card>
          </Stack>
        </div>
      </SettingsForm>
    </Page>
  );
}

type FormatField = "dateFormat" | "timeFormat" | "currency" | "numberFormat";

/** The formats of dates, times, numbers and currency, with a note on prices in a foreign currency. */
function FormatFields({ form: { values, register } }: { form: MemberForm<LanguageSettings> }) {
  const { t } = useTranslation(settingsTexts);

  function choice<Field extends FormatField>(
    field: Field,
    nameOf: (value: LanguageSettings[Field]) => string,
  ) {
    const choices: readonly string[] = PREFERENCE_CHOICES[field];
    return (
      <SelectField label={t(`language.${field}`)} {...register(field)}>
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
      <Grid gap={4}>
        {choice("dateFormat", (value) => value)}
        {choice("timeFormat", (value) => t(`language.timeFormats.${value}`))}
        {choice("numberFormat", (value) => value)}
        {choice("currency", (value) => t(`language.currencies.${value}`))}
      </Grid>
      <p className={textStyles.note}>
        <span>{t("language.currencyNote")} </span>
        {values.currency !== currency.code && <span>{t("language.currencyForeign")}</span>}
      </p>
    </>
  );
}

const POINTS = 12345;
/** A Classic Thai Milk Tea with Bobas, in sen (spec 001 §9). */
const PRICE = 1190;

/** Examples of the chosen formats, before they are saved. */
function LanguagePreview({ language, settings }: { language: string; settings: LanguageSettings }) {
  const { t } = useTranslation(settingsTexts);
  const [now] = useState(() => new Date().toISOString());
  const options = { language, settings: settings };
  return (
    <Card title={t("language.preview")}>
      <div role="status">
        <DescriptionList
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

/** Languages to download to this device, with their size (spec 001 §2 and §4). English is part of the app. */
function OfflinePacks() {
  const { t } = useTranslation(settingsTexts);
  const [downloaded, setDownloaded] = useState<readonly string[]>([]);
  const [loading, setLoading] = useState<readonly string[]>([]);
  const messages = useFormMessages();
  useEffect(() => void readPacks().then(setDownloaded), []);

  function statusOf(code: LanguageCode) {
    if (code === "en") return "preinstalled";
    if (loading.includes(code)) return "downloading";
    return downloaded.includes(code) ? "downloaded" : "available";
  }

  async function press(code: LanguageCode, name: string, isKept: boolean) {
    messages.clear();
    if (!isKept) setLoading((before) => [...before, code]);
    try {
      await (isKept ? deletePack(code) : downloadPack(code));
      setDownloaded(await readPacks());
      messages.succeeded(t(isKept ? "packs.removed" : "packs.done", { name }));
    } catch {
      messages.failed(t("packs.failed", { name }));
    }
    setLoading((before) => before.filter((other) => other !== code));
  }

  return (
    <Card title={t("packs.title")}>
      <p className={textStyles.note}>{t("packs.text")}</p>
      <ul role="list" className={surfaceStyles.divided}>
        {LANGUAGES.map(({ code, name }) => {
          const status = statusOf(code);
          const isKept = status === "downloaded";
          return (
            <Cluster as="li" key={code} gap={4} justify="between" className={layoutStyles.padBlock}>
              <Stack as="span">
                <strong lang={code}>{name}</strong>
                <span className={textStyles.note}>
                  {t("packs.size", { size: Math.ceil(packBytes(code) / 1000) })}
                  {" · "}
                  {t(`packs.status.${status}`)}
                </span>
              </Stack>
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
            </Cluster>
          );
        })}
      </ul>
      {messages.alert}
    </Card>
  );
}

const readPacks = () => downloadedPacks().catch(() => []);
