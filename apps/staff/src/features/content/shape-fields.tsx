import { sourceOf } from "@loyalty/content/pictures";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { Checkbox, Toggle } from "@loyalty/ui/choice";
import { SelectField, TextAreaField, TextField } from "@loyalty/ui/field";
import textStyles from "@loyalty/ui/text.module.css";
import { useContext, useState } from "react";
import { type FieldError, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { AmountField } from "../../components/amount-field.tsx";
import { DayFormField } from "../../components/day-field.tsx";
import { Buttons } from "../../components/page.tsx";
import { contentTexts, type FieldName } from "../../texts/content.ts";
import styles from "./content.module.css";
import { choiceName, EditedLanguage, useEntryWords } from "./entry-words.ts";
import { NewDish, useNewEntry, useTakeOffMenus } from "./new-entries.tsx";
import { folderOf, PictureField } from "./picture-field.tsx";
import type { Fields, Shape } from "./shapes.ts";
import { HoursField, WeekField } from "./week-field.tsx";

/** A text longer than this many characters is typed in an area of lines. */
const MAX_LINE = 120;

interface FieldProps<S extends Shape = Shape> {
  shape: S;
  /** The field's place in the form: `dishes.3.price`. */
  at: string;
  name: FieldName;
}

/** The fields of a document or a record. */
export function RecordFields({ fields, at }: { fields: Fields; at?: string }) {
  return (
    <>
      {(Object.entries(fields) as [FieldName, Shape][]).map(([name, shape]) => (
        <ShapeField key={name} shape={shape} name={name} at={at ? `${at}.${name}` : name} />
      ))}
    </>
  );
}

/** The field of a value at a place of the form. */
export function ShapeField({ shape, at, name }: FieldProps) {
  const { t } = useTranslation(contentTexts);
  switch (shape.is) {
    case "key":
      return null;
    case "record":
      return <RecordGroup shape={shape} at={at} name={name} />;
    case "list":
      return <ListField shape={shape} at={at} name={name} />;
    case "translated":
      return <TranslatedField shape={shape} at={at} name={name} />;
    case "picture":
      return <PictureField at={at} name={name} isOptional={shape.optional} />;
    case "hours":
      return <HoursField at={at} label={t(`fields.${name}`)} />;
    case "week":
      return <WeekField at={at} name={name} />;
    default:
      return <PlainField shape={shape} at={at} name={name} />;
  }
}

/** The sentence about what is wrong at a place of the form. */
export function useProblem(at: string): string | undefined {
  const { getFieldState, formState } = useFormContext();
  return sentenceOf(getFieldState(at, formState).error);
}

/** A list's own mistake is its `root`; a group's is that of the first of its fields. */
function sentenceOf(error: FieldError | undefined): string | undefined {
  return error?.message ?? (error?.root as FieldError | undefined)?.message;
}

function PlainField({ shape, at, name }: FieldProps) {
  const { t } = useTranslation(contentTexts);
  const { register } = useFormContext();
  const error = useProblem(at);
  const options = useOptions(shape);
  const label = t(`fields.${name}`);
  const common = { label, error, required: !("optional" in shape), ...register(at) };
  switch (shape.is) {
    case "flag":
      return <Toggle label={label} {...register(at)} />;
    case "choices":
      return (
        <fieldset className={styles.group}>
          <legend>{label}</legend>
          {options.map(([value, words]) => (
            <Checkbox key={value} label={words} value={value} {...register(at)} />
          ))}
        </fieldset>
      );
    case "choice":
    case "dish":
      return (
        <SelectField {...common}>
          <option value="">{t("choose")}</option>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      );
    case "money":
      return <AmountField {...common} />;
    case "number":
      return <TextField {...common} inputMode="decimal" autoComplete="off" />;
    case "day":
      return <DayFormField name={at} label={label} required={common.required} />;
    case "address":
    case "place":
      return <TextField {...common} hint={t(`hints.${shape.is}`)} autoComplete="off" />;
    default:
      return <TextField {...common} autoComplete="off" />;
  }
}

type Option = readonly [value: string, words: string];

/** What a field offers: values and their words. */
function useOptions(shape: Shape): readonly Option[] {
  const { t } = useTranslation(contentTexts);
  const { getValues } = useFormContext();
  if (shape.is === "choice" || shape.is === "choices") {
    return shape.of.map((value) => [value, choiceName(value, t)]);
  }
  if (shape.is !== "dish") return [];
  const dishes = (getValues("dishes") ?? []) as { id: string; name: { en: string } }[];
  return dishes.filter(({ id }) => id !== "").map(({ id, name }) => [id, name.en || id]);
}

function TranslatedField({ shape, at, name }: FieldProps<Shape & { is: "translated" }>) {
  const { t } = useTranslation(contentTexts);
  const language = useContext(EditedLanguage);
  const { register } = useFormContext();
  const text = useWatch({ name: at }) as Record<string, string> | undefined;
  const own = useProblem(`${at}.${language}`);
  const english = useProblem(`${at}.en`);
  const isMissing = language !== "en" && !text?.[language]?.trim();
  const common = {
    label: t(`fields.${name}`),
    lang: language,
    error: own ?? english,
    required: language === "en" && !shape.optional,
    hint:
      language !== "en" && text?.en
        ? t(isMissing ? "fallback" : "english", { text: text.en })
        : undefined,
    ...register(`${at}.${language}`),
  };
  return (
    <div className={styles.translated} data-missing={isMissing || undefined}>
      {shape.most > MAX_LINE ? (
        <TextAreaField key={language} {...common} rows={3} />
      ) : (
        <TextField key={language} {...common} autoComplete="off" />
      )}
    </div>
  );
}

function RecordGroup({ shape, at, name }: FieldProps<Shape & { is: "record" }>) {
  const { t } = useTranslation(contentTexts);
  return (
    <fieldset className={styles.group}>
      <legend>{t(`fields.${name}`)}</legend>
      <RecordFields fields={shape.fields} at={at} />
    </fieldset>
  );
}

/** A list: one line an entry, of which one at a time is open, and those with a mistake. Of a fixed number all are open. */
function ListField({ shape, at, name }: FieldProps<Shape & { is: "list" }>) {
  const { t } = useTranslation(contentTexts);
  // The entries have an `id` of their own, which is the form's.
  const { fields, remove, move } = useFieldArray({ name: at, keyName: "rowKey" });
  const addEntry = useNewEntry(useFormContext());
  // The only text of a list is not behind a button.
  const [open, setOpen] = useState(
    shape.of.is !== "record" && fields.length === 1 ? fields[0]!.rowKey : null,
  );
  const [count, setCount] = useState(fields.length);
  const problem = useProblem(at);
  const label = t(`fields.${name}`);
  const last = fields.at(-1)?.rowKey;
  const takeOffMenus = useTakeOffMenus();

  // What was just added is open: its key is known only now.
  if (fields.length !== count) {
    setCount(fields.length);
    if (fields.length === count + 1 && last !== undefined) setOpen(last);
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {problem && <p className={textStyles.danger}>{problem}</p>}
      {fields.length === 0 && <p>{t("emptyList")}</p>}
      <ol role="list" className={styles.entries}>
        {fields.map(({ rowKey }, index) => (
          <Entry
            key={rowKey}
            shape={shape}
            name={name}
            at={`${at}.${index}`}
            number={index + 1}
            isFixed={shape.least === shape.most}
            isOpen={open === rowKey}
            onToggle={() => setOpen(open === rowKey ? null : rowKey)}
            onRemove={
              fields.length > (shape.least ?? 0)
                ? () => {
                    if (shape.newDish === "dish") takeOffMenus(index);
                    remove(index);
                    setOpen(null);
                  }
                : undefined
            }
            onMoveUp={index > 0 ? () => move(index, index - 1) : undefined}
          />
        ))}
      </ol>
      {fields.length < shape.most && shape.newDish !== "dish" && (
        <Button
          variant="soft"
          aria-label={t("addTo", { name: label })}
          onClick={() => addEntry(shape, at)}
        >
          {t("add")}
        </Button>
      )}
    </fieldset>
  );
}

interface EntryProps extends FieldProps<Shape & { is: "list" }> {
  /** Its place in the list, from 1. */
  number: number;
  /** The list has just these entries: it is open, and what it is called cannot be changed. */
  isFixed: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onRemove: (() => void) | undefined;
  onMoveUp: (() => void) | undefined;
}

function Entry(props: EntryProps) {
  const { shape, at, name, number, isFixed, isOpen, onToggle, onRemove, onMoveUp } = props;
  const { t } = useTranslation(contentTexts);
  const words = useEntryWords(useContext(EditedLanguage));
  const { getFieldState, formState } = useFormContext();
  const value = useWatch({ name: at }) as unknown;
  const isWrong = getFieldState(at, formState).invalid;
  const title = words.name(shape, value) || t("newEntry", { number });
  const facts = words.facts(shape, value).join(" · ");
  const isShown = isOpen || isWrong;
  const picture = words.picture(value);
  const isDish = shape.name === "dish";
  if (isFixed && shape.of.is === "record" && shape.name) {
    const { [shape.name]: _name, ...others } = shape.of.fields;
    return (
      <Stack as="li" gap={3}>
        <div className={textStyles.strong}>{title}</div>
        <RecordFields fields={others} at={at} />
      </Stack>
    );
  }
  return (
    <Stack as="li" gap={3}>
      <Cluster gap={3}>
        {picture && (
          <img
            className={styles.thumbnail}
            {...sourceOf(picture, isDish ? "dishes" : folderOf(at), "48px")}
            alt=""
            width={48}
            height={48}
            loading="lazy"
          />
        )}
        <div className={styles.entryName}>
          <span>{title}</span>
          {facts && <p className={textStyles.note}>{facts}</p>}
        </div>
        <Button
          variant="outline"
          aria-expanded={isShown}
          aria-label={t(isShown ? "closeOf" : "editOf", { name: title })}
          onClick={onToggle}
        >
          {t(isShown ? "close" : "edit")}
        </Button>
        {shape.newDish === "section" && <NewDish section={title} at={`${at}.dishes`} />}
      </Cluster>
      {isShown && (
        <div className={styles.fields}>
          {shape.of.is === "record" ? (
            <RecordFields fields={shape.of.fields} at={at} />
          ) : (
            <ShapeField shape={shape.of} at={at} name={name} />
          )}
          <Buttons>
            {onMoveUp && (
              <Button variant="ghost" aria-label={t("upOf", { name: title })} onClick={onMoveUp}>
                {t("up")}
              </Button>
            )}
            {onRemove && (
              <Button
                variant="danger"
                aria-label={t("removeOf", { name: title })}
                onClick={onRemove}
              >
                {t("remove")}
              </Button>
            )}
          </Buttons>
        </div>
      )}
    </Stack>
  );
}
