import { DEFAULT_PREFERENCES, PREFERENCE_CHOICES } from "@loyalty/api-client";
import {
  keptLanguageSettings,
  SelectField,
  Toggle,
  useTexts,
  type LanguageSettings,
} from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { isLanguage, LANGUAGES } from "@loyalty/ui/languages/languages";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";

import { takeLanguageSettings } from "../../language/take-language-settings.ts";
import { Choices } from "../../room/choices.tsx";
import { Card } from "../../room/card.tsx";
import { Room } from "../../room/room.tsx";
import { FormatFields } from "./format-fields.tsx";
import { LanguagePreview } from "./language-preview.tsx";
import { OfflinePacks } from "./offline-packs.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

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
    saved: () => settingsTexts.say("language.saved"),
    failed: t("language.failed"),
    onSaved: takeLanguageSettings,
  });
  const { values, change } = form;
  const spoken = isLanguage(values.selectedLanguage) ? values.selectedLanguage : "en";

  return (
    <Room title={t("language.title")} back={{ to: paths.profile, label: t("back") }}>
      <SettingsFrame form={form}>
        <Card title={t("language.language")}>
          <Choices
            label={t("language.speak")}
            name="selectedLanguage"
            choices={LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
            chosen={spoken}
            onChoose={(code) => change("selectedLanguage", code)}
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
    </Room>
  );
}
