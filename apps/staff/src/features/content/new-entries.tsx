import type { Week } from "@loyalty/content/opening-hours";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { SelectField } from "@loyalty/ui/field";
import { formatList } from "@loyalty/ui/formats";
import { useContext, useEffect, useState } from "react";
import { useFormContext, type UseFormReturn, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { Buttons } from "../../page/page.tsx";
import { useMe } from "../../queries/session.tsx";
import { contentTexts } from "../../texts/content.ts";
import { EditedLanguage, useEntryWords } from "./entry-words.ts";
import { filled, KINDS, type Shape } from "./shapes.ts";
import { useSetWeek } from "./week-field.tsx";

type List = Shape & { is: "list" };

/**
 * A function that adds an entry at the end of a list, where it opens, and goes to its first field.
 *
 * @param form the form that has the list
 */
export function useNewEntry(form: Pick<UseFormReturn, "getValues" | "setValue" | "setFocus">) {
  const language = useContext(EditedLanguage);
  const { getValues, setValue, setFocus } = form;
  const [added, setAdded] = useState<{ field: string } | null>(null);
  // The field is there once the list has opened the new entry.
  useEffect(() => {
    if (added) setFocus(added.field);
  }, [added, setFocus]);
  /** `known`: what the entry begins with, if not with nothing. */
  return (shape: List, at: string, known?: object) => {
    const entries = getValues(at) as unknown[];
    const entry = { ...(filled(shape.of, undefined) as object), ...known };
    setValue(at, [...entries, entry], { shouldDirty: true });
    const place = `${at}.${entries.length}`;
    setAdded({ field: firstField(shape.of, place, language, Object.keys(known ?? {})) });
    return entry;
  };
}

/** The place of the first field to fill in. */
function firstField(shape: Shape, at: string, language: string, known: readonly string[]): string {
  if (shape.is === "translated") return `${at}.${language}`;
  if (shape.is !== "record") return at;
  const fields = Object.entries(shape.fields) as [string, Shape][];
  const [name, first] = fields.find(([field, { is }]) => is !== "key" && !known.includes(field))!;
  return firstField(first, `${at}.${name}`, language, []);
}

/** A menu as the form holds it. */
interface Menu {
  sections: { dishes: { dish: string; isSignature: boolean }[] }[];
}

/** A button that adds a dish to a section of a menu, and opens it where all dishes are listed. */
export function NewDish({ section, at }: { section: string; at: string }) {
  const { t } = useTranslation(contentTexts);
  const form = useFormContext();
  const addEntry = useNewEntry(form);
  const add = () => {
    const { id } = addEntry(KINDS.menu.dishes, "dishes", { heat: 0 }) as { id: string };
    const onMenu = { dish: id, isSignature: false };
    form.setValue(at, [...(form.getValues(at) as object[]), onMenu], { shouldDirty: true });
  };
  return (
    <Button variant="soft" aria-label={t("newDish.to", { section })} onClick={add}>
      {t("newDish.do")}
    </Button>
  );
}

/** A function that takes a dish, by its place in the list of all, off every menu. */
export function useTakeOffMenus() {
  const { getValues, setValue } = useFormContext();
  return (index: number) => {
    const { id } = getValues(`dishes.${index}`) as { id: string };
    for (const [menu, { sections }] of (getValues("menus") as Menu[]).entries()) {
      for (const [section, { dishes }] of sections.entries()) {
        const others = dishes.filter(({ dish }) => dish !== id);
        if (others.length === dishes.length) continue;
        setValue(`menus.${menu}.sections.${section}.dishes`, others, { shouldDirty: true });
      }
    }
  };
}

/** The open outlets that pages say nothing of yet, each with a button that adds it to the list. */
export function UndescribedOutlets({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation(contentTexts);
  const { data: me } = useMe();
  const addEntry = useNewEntry(useFormContext());
  const outlets = (useWatch({ name: "outlets" }) ?? []) as { id: unknown }[];
  const described = new Set(outlets.map(({ id }) => String(id)));
  const missing = ids
    .filter((id) => !described.has(String(id)))
    .map((id) => ({ id, name: me?.outlets.find((each) => each.id === id)?.name ?? String(id) }));
  if (missing.length === 0) return null;
  return (
    <Alert kind="info">
      <p>{t("undescribed.text", { names: formatList(missing.map(({ name }) => name)) })}</p>
      <Buttons>
        {missing.map(({ id, name }) => (
          <Button
            key={id}
            variant="outline"
            onClick={() => addEntry(KINDS.outlets.outlets, "outlets", { id })}
          >
            {t("undescribed.do", { name })}
          </Button>
        ))}
      </Buttons>
    </Alert>
  );
}

/** An outlet as the form holds it. */
interface TypedOutlet {
  id: number | string;
  hours: Week;
  features: string[];
}

/**
 * What a new outlet takes over from another one: its hours and services. It is said where they are from, as they may have to
 * be changed.
 *
 * @param at the place of the new outlet: `outlets.3`
 */
export function LikeAnotherOutlet({ at }: { at: string }) {
  const { t } = useTranslation(contentTexts);
  const { getValues, setValue } = useFormContext();
  const setWeek = useSetWeek();
  const words = useEntryWords("en");
  const [from, setFrom] = useState<TypedOutlet | null>(null);
  // What pages say of an outlet already is its own.
  const [isNew] = useState(() => !hasHours(getValues(at) as TypedOutlet));
  const others = (getValues("outlets") as TypedOutlet[]).filter(
    (outlet, index) => `outlets.${index}` !== at && hasHours(outlet),
  );
  if (!isNew || others.length === 0) return null;
  const nameOf = (outlet: TypedOutlet) => words.name(KINDS.outlets.outlets, outlet);
  const take = (outlet: TypedOutlet) => {
    setFrom(outlet);
    setWeek(`${at}.hours`, outlet.hours);
    setValue(`${at}.features`, [...outlet.features], { shouldDirty: true });
  };
  return (
    <SelectField
      label={t("alike.label")}
      hint={from ? t("alike.taken", { name: nameOf(from) }) : undefined}
      value={from ? String(from.id) : ""}
      onChange={({ target }) => {
        const chosen = others.find(({ id }) => String(id) === target.value);
        if (chosen) take(chosen);
      }}
    >
      <option value="" disabled>
        {t("choose")}
      </option>
      {others.map((outlet) => (
        <option key={outlet.id} value={outlet.id}>
          {nameOf(outlet)}
        </option>
      ))}
    </SelectField>
  );
}

const hasHours = ({ hours }: TypedOutlet) => Object.values(hours).some((day) => day.length > 0);
