import { Button } from "@loyalty/ui/button";
import { useContext, useEffect, useState } from "react";
import { useFormContext, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { contentTexts } from "../../texts/content.ts";
import { EditedLanguage } from "./entry-words.ts";
import { filled, KINDS, type Shape } from "./shapes.ts";

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
