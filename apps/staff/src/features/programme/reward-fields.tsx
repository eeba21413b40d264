import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import { LANGUAGES, type LanguageCode } from "@loyalty/ui/languages";
import { Checkbox, RadioGroup } from "@loyalty/ui/choice";
import { SelectField, TextAreaField, TextField } from "@loyalty/ui/field";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Chip } from "../../components/chip.tsx";
import { DayFormField } from "../../components/day-field.tsx";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import { PictureField } from "./picture-field.tsx";
import type { CurrentProgramme } from "./queries.ts";
import { FREE_ITEM, KINDS, RINGGIT_OFF, type RewardForm, type RewardKind } from "./reward-form.ts";
import type { CroppedPicture } from "./reward-picture.ts";
import styles from "./reward.module.css";

/** What is said of a value below its field: what is wrong with it, or whom it affects. */
export interface FieldNotes {
  wrong: (field: string) => string | undefined;
  affects: (field: string) => string | undefined;
  /** Approval was asked for: also what is not typed yet is wrong. */
  isAsked: boolean;
}

interface RewardFieldsProps {
  programme: CurrentProgramme["document"];
  notes: FieldNotes;
  picture: CroppedPicture | null;
  onPicture: (picture: CroppedPicture | null) => void;
  /** Its kind stays: vouchers of it were made. */
  isClaimed: boolean;
}

/** The fields of a reward: how members get it first, then only what such a reward has. */
export function RewardFields({
  programme,
  notes,
  picture,
  onPicture,
  isClaimed,
}: RewardFieldsProps) {
  const { t } = useTranslation(rewardsTexts);
  const { register } = useFormContext<RewardForm>();
  const [kind, type, image] = useWatch<RewardForm, ["kind", "type", "image"]>({
    name: ["kind", "type", "image"],
  });
  const isRinggitOff = type === RINGGIT_OFF;
  const noted = (field: string) => ({
    error: notes.wrong(field),
    hint: notes.affects(field),
  });
  return (
    <>
      <Card title={t("kind.title")}>
        <Grid gap={2} columns="narrowest" role="radiogroup" aria-label={t("kind.title")}>
          {(Object.keys(KINDS) as RewardKind[]).map((each) => {
            const { Icon } = KINDS[each];
            return (
              <label key={each} className={styles.kind}>
                <input
                  type="radio"
                  value={each}
                  disabled={isClaimed && each !== kind}
                  {...register("kind")}
                />
                <Icon aria-hidden="true" size={18} />
                <b>{t(`kind.${each}`)}</b>
                <span>{t(`kind.${each}Text`)}</span>
              </label>
            );
          })}
        </Grid>
        {isClaimed && <p className={textStyles.fine}>{t("kind.stays")}</p>}
      </Card>
      <Card title={t("what.title")} aside={t("what.fallback")}>
        <div className={styles.what}>
          <PictureField image={image} picture={picture} onPicture={onPicture} />
          <Words notes={notes} />
        </div>
      </Card>
      <Card title={t("cost.title")}>
        {!isClaimed && (
          <RadioGroup
            label={t("type.title")}
            layout="chips"
            choices={[
              { value: FREE_ITEM, label: t("type.item") },
              { value: RINGGIT_OFF, label: t("type.ringgit") },
            ]}
            field={register("type")}
          />
        )}
        <Grid gap={3} columns="narrow" align="start">
          {kind === "points" && (
            <TextField
              label={t("cost.points")}
              inputMode="numeric"
              required
              {...register("cost")}
              {...noted("cost")}
            />
          )}
          {kind === "membership" && (
            <SelectField label={t("cost.tier")} {...register("tier")} {...noted("tier")}>
              {programme.tiers.map(({ level, name }) => (
                <option key={level} value={level}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          {isRinggitOff ? (
            <TextField
              label={t("cost.discount")}
              inputMode="decimal"
              required
              {...register("discount")}
              {...noted("discount")}
            />
          ) : (
            <TextField
              label={t("cost.value")}
              inputMode="decimal"
              {...register("value")}
              {...noted("value")}
            />
          )}
          {isRinggitOff ? (
            <TextField
              label={t("cost.minSpend")}
              inputMode="decimal"
              {...register("min_spend")}
              {...noted("min_spend")}
            />
          ) : (
            <TextField
              label={t("cost.sku")}
              maxLength={40}
              {...register("sku")}
              {...noted("sku")}
            />
          )}
          <TextField
            label={t("cost.validDays")}
            inputMode="numeric"
            required
            {...register("valid_days")}
            {...noted("valid_days")}
          />
          {KINDS[kind].isClaimed && (
            <TextField
              label={t("cost.limit")}
              placeholder={t("cost.noLimit")}
              inputMode="numeric"
              {...register("limit")}
              {...noted("limit")}
            />
          )}
          <TextField
            label={t("cost.stock")}
            placeholder={t("cost.noStock")}
            inputMode="numeric"
            {...register("stock")}
            error={notes.wrong("stock")}
            hint={notes.affects("stock") ?? t("cost.stockHint")}
          />
        </Grid>
      </Card>
      <Card title={t("when.title")}>
        <Grid gap={3} columns="narrow" align="start">
          <DayFormField<RewardForm, "starts", unknown>
            label={t("when.starts")}
            hint={t("when.startsHint")}
            name="starts"
          />
          <DayFormField<RewardForm, "ends", unknown>
            label={t("when.ends")}
            hint={notes.wrong("ends") ?? t("when.endsHint")}
            name="ends"
          />
        </Grid>
        <Checkbox label={t("when.active")} {...register("active")} />
      </Card>
      <Outlets programme={programme} wrong={notes.wrong("outlets")} />
    </>
  );
}

function Words({ notes }: { notes: FieldNotes }) {
  const { t } = useTranslation(rewardsTexts);
  const { register, formState } = useFormContext<RewardForm>();
  const isTyped = formState.dirtyFields.words?.en?.title === true;
  const words = useWatch<RewardForm, "words">({ name: "words" });
  const [language, setLanguage] = useState<LanguageCode>("en");
  const missing = LANGUAGES.filter(({ code }) => code !== "en" && words[code].title.trim() === "");
  const isEnglish = language === "en";
  return (
    <Stack gap={3}>
      <Cluster gap={2} justify="between">
        <div role="tablist" aria-label={t("what.languages")} className={styles.tabs}>
          {LANGUAGES.map(({ code, name }) => (
            <button
              key={code}
              type="button"
              role="tab"
              aria-selected={code === language}
              data-missing={missing.some((each) => each.code === code) || undefined}
              lang={code}
              onClick={() => setLanguage(code)}
            >
              {name}
            </button>
          ))}
        </div>
        {missing.length > 0 && (
          <Chip kind="warn">
            {t("what.missing", { count: missing.length, all: LANGUAGES.length })}
          </Chip>
        )}
      </Cluster>
      <Stack key={language} role="tabpanel" gap={3}>
        <TextField
          label={t("what.name")}
          lang={language}
          maxLength={200}
          required={isEnglish}
          error={isEnglish && (isTyped || notes.isAsked) ? notes.wrong("title") : undefined}
          {...register(`words.${language}.title`)}
        />
        <TextAreaField
          label={t("what.description")}
          lang={language}
          rows={3}
          {...register(`words.${language}.description`)}
        />
        <TextAreaField
          label={t("what.terms")}
          hint={t("what.termsHint")}
          lang={language}
          rows={3}
          {...register(`words.${language}.terms`)}
        />
      </Stack>
    </Stack>
  );
}

interface OutletsProps {
  programme: CurrentProgramme["document"];
  wrong: string | undefined;
}

function Outlets({ programme, wrong }: OutletsProps) {
  const { t } = useTranslation(rewardsTexts);
  const { register } = useFormContext<RewardForm>();
  const chosen = useWatch<RewardForm, "outlets">({ name: "outlets" });
  const open = programme.outlets.filter((outlet) => outlet.open);
  const count = chosen.length === 0 ? open.length : chosen.length;
  return (
    <Card title={t("outlets.title")} aside={t("outlets.count", { count, all: open.length })}>
      <p className={textStyles.fine}>{wrong ?? t("outlets.hint")}</p>
      <Grid gap={3} fill tight>
        {open.map(({ id, name }) => (
          <Checkbox key={id} label={name} value={String(id)} {...register("outlets")} />
        ))}
      </Grid>
    </Card>
  );
}

interface CardProps {
  title: string;
  aside?: string;
  children: ReactNode;
}

/** A part of a form, or what stands beside it. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <Stack as="section" gap={3} pad={4} className={surfaceStyles.panel}>
      <Cluster as="header" gap={2} align="baseline" justify="between">
        <h2 className={textStyles.md}>{title}</h2>
        {aside && <span className={textStyles.fine}>{aside}</span>}
      </Cluster>
      {children}
    </Stack>
  );
}
