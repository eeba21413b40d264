import { PREFERENCE_CHOICES } from "@loyalty/api-client";
import { SelectField, useTexts, type LanguageSettings } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";

import styles from "./settings-frame.module.css";

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
      <p className={styles.note}>
        {t("language.currencyNote")} {values.currency !== "MYR" && t("language.currencyForeign")}
      </p>
    </>
  );
}
