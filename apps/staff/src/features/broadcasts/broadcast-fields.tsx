import { useTierRules } from "@loyalty/api-client/react/points";
import { brandKeys, brands } from "@loyalty/ui/brands";
import { Checkbox, RadioGroup } from "@loyalty/ui/choice";
import { SelectField, TextAreaField, TextField } from "@loyalty/ui/field";
import { formatMonthName } from "@loyalty/ui/formats";
import { type LanguageCode, LANGUAGES } from "@loyalty/ui/languages";
import { Tabs } from "@loyalty/ui/tabs";
import { Grid, Stack } from "@loyalty/ui/layout";
import text from "@loyalty/ui/text.module.css";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { DayFormField } from "../../components/day-field.tsx";
import { Section } from "../../components/page.tsx";
import { useMe } from "../../queries/session.tsx";
import { broadcastsTexts } from "../../texts/broadcasts.ts";
import {
  type BroadcastValues,
  missingIn,
  PAGES,
  spokenIn,
  unwrittenIn,
  writtenIn,
} from "./broadcast-form.ts";
import { languageName } from "./broadcast-preview.tsx";
import styles from "./broadcasts.module.css";

const KINDS = ["marketing", "newsletter"] as const;

/** Of which kind it is, and whom it is for. */
export function SegmentFields() {
  const { t } = useTranslation(broadcastsTexts);
  const { data: me } = useMe();
  const tiers = useTierRules();
  const { register, formState } = useFormContext<BroadcastValues>();
  const { errors } = formState;
  const chosen = useWatch<BroadcastValues, "outletIds">({ name: "outletIds" }).length;
  return (
    <Section title={t("forWhom")}>
      <RadioGroup
        label={t("kind")}
        layout="list"
        choices={KINDS.map((value) => ({ value, label: t(`kindHints.${value}`) }))}
        field={register("kind")}
      />
      <p>{t("forWhomHint")}</p>
      <Grid as="fieldset" columns="narrow" fill gap={4} className={styles.group}>
        <legend>{t("languages")}</legend>
        {LANGUAGES.map(({ code, name }) => (
          <Checkbox key={code} label={name} value={code} {...register("languages")} />
        ))}
      </Grid>
      <Grid as="fieldset" columns="narrow" fill gap={4} className={styles.group}>
        <legend>{t("tiers")}</legend>
        {tiers.map(({ level, name }) => (
          <Checkbox key={level} label={name} value={level} {...register("levels")} />
        ))}
      </Grid>
      <Grid gap={4} align="start" fill>
        <SelectField label={t("brand")} {...register("brand")}>
          <option value="">{t("all")}</option>
          {brandKeys.map((key) => (
            <option key={key} value={key}>
              {brands[key].name}
            </option>
          ))}
        </SelectField>
        <DayFormField label={t("visitedFrom")} name="visitedFrom" />
        <DayFormField label={t("visitedTo")} name="visitedTo" />
        <TextField
          label={t("leastVisits")}
          inputMode="numeric"
          autoComplete="off"
          error={errors.leastVisits?.message}
          {...register("leastVisits")}
        />
        <TextField
          label={t("balanceFrom")}
          inputMode="numeric"
          autoComplete="off"
          error={errors.balanceFrom?.message}
          {...register("balanceFrom")}
        />
        <TextField
          label={t("balanceTo")}
          inputMode="numeric"
          autoComplete="off"
          error={errors.balanceTo?.message}
          {...register("balanceTo")}
        />
        <SelectField label={t("birthMonth")} {...register("birthMonth")}>
          <option value="">{t("all")}</option>
          {Array.from({ length: 12 }, (_, index) => (
            <option key={index} value={index + 1}>
              {formatMonthName(index + 1)}
            </option>
          ))}
        </SelectField>
      </Grid>
      <details className={styles.outlets}>
        <summary>
          {t("outlets")}: {chosen === 0 ? t("everyOutlet") : t("outletsChosen", { count: chosen })}
        </summary>
        <Grid as="fieldset" columns="narrow" fill gap={4} className={styles.group}>
          <legend>{t("outlets")}</legend>
          {(me?.outlets ?? []).map(({ id, name }) => (
            <Checkbox key={id} label={name} value={id} {...register("outletIds")} />
          ))}
        </Grid>
      </details>
    </Section>
  );
}

interface WordFieldsProps {
  /** The language that is shown, where it is one of those that are written. */
  language: LanguageCode;
  onLanguage: (language: LanguageCode) => void;
}

/** The words in every language that members of the segment may speak, one language at a time. */
export function WordFields({ language, onLanguage }: WordFieldsProps) {
  const { t } = useTranslation(broadcastsTexts);
  const { register, formState } = useFormContext<BroadcastValues>();
  const values = useWatch<BroadcastValues>() as BroadcastValues;
  const spoken = spokenIn(values);
  const missing = missingIn(values);
  const unwritten = unwrittenIn(values);
  const shown = LANGUAGES.map(({ code }) => code).filter(
    (code) => spoken.includes(code) || writtenIn(values).includes(code),
  );
  const active = shown.includes(language) ? language : (shown[0] ?? "en");
  const errors = formState.errors.texts?.[active];
  return (
    <Section title={t("words")}>
      <Tabs
        label={t("wordsLanguage")}
        active={active}
        onChange={onLanguage}
        tabs={shown.map((code) => ({
          key: code,
          label: unwritten.includes(code)
            ? t(missing.includes(code) ? "languageMissing" : "languageInEnglish", {
                language: languageName(code),
              })
            : languageName(code),
        }))}
      />
      <p className={text.note}>{t("englishStandsIn")}</p>
      <Stack key={active} gap={4}>
        <TextField
          label={t("subject")}
          hint={t("subjectHint")}
          lang={active}
          autoComplete="off"
          required={missing.includes(active)}
          error={errors?.title?.message}
          {...register(`texts.${active}.title`)}
        />
        <TextAreaField
          label={t("body")}
          lang={active}
          rows={8}
          required={missing.includes(active)}
          error={errors?.body?.message}
          {...register(`texts.${active}.body`)}
        />
      </Stack>
    </Section>
  );
}

/** Where it leads, when it leaves and how fast. */
export function SendingFields() {
  const { t } = useTranslation(broadcastsTexts);
  const { register } = useFormContext<BroadcastValues>();
  return (
    <Grid gap={4} align="start" fill>
      <SelectField label={t("page")} {...register("page")}>
        {PAGES.map(([path, name]) => (
          <option key={path} value={path}>
            {t(`pages.${name}`)}
          </option>
        ))}
      </SelectField>
      <DayFormField withTime label={t("sendAt")} hint={t("sendAtHint")} name="sendAt" />
    </Grid>
  );
}
