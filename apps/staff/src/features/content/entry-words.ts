import { senOf, typedRinggit } from "@loyalty/api-client/rules/points";
import type { ContentPicture } from "@loyalty/content/pictures";
import { brands, isBrandKey } from "@loyalty/ui/brands";
import { formatDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import type { TFunction } from "i18next";
import { createContext } from "react";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { contentTexts, type FieldName } from "../../texts/content.ts";
import { countMissing, type Shape } from "./shapes.ts";

/** The language whose texts are edited: its code. */
export const EditedLanguage = createContext("en");

const CHOICES = ["dine-in", "takeaway", "delivery"] as const;

type List = Shape & { is: "list" };

/** The words for a value of a choice. */
export function choiceName(value: string, t: TFunction<typeof contentTexts>): string {
  if (isBrandKey(value)) return brands[value].name;
  const known = CHOICES.find((each) => each === value);
  return known ? t(`choices.${known}`) : value;
}

/** The names of what an entry refers to. */
export interface Names {
  dish: (id: string) => string;
  choice: (value: string) => string;
}

/** What an entry of a list is called, in English; empty where it has no name yet. */
export function entryName(shape: List, entry: unknown, names: Names): string {
  if (shape.of.is !== "record") return textOf(entry);
  const field = shape.name && shape.of.fields[shape.name];
  if (!shape.name || !field) return "";
  const value = textOf((entry as Record<string, unknown> | undefined)?.[shape.name]);
  return field.is === "dish" || field.is === "choice" ? names[field.is](value) : value;
}

interface EntryWords {
  name: (shape: List, entry: unknown) => string;
  /** What tells an entry from the others beside its name, such as its price. */
  facts: (shape: List, entry: unknown) => string[];
  /** Its picture, or that of the dish that it is. */
  picture: (entry: unknown) => ContentPicture | undefined;
}

interface ListedDish {
  id: string;
  name: { en: string };
  price: string;
  picture: ContentPicture;
}

/** What the line of an entry says while it is closed; `language` is the one that is edited. */
export function useEntryWords(language: string): EntryWords {
  const { t } = useTranslation(contentTexts);
  const { getValues } = useFormContext();
  const dishOf = (id: unknown) =>
    ((getValues("dishes") ?? []) as ListedDish[]).find((each) => each.id === id);
  const names: Names = {
    dish: (id) => dishOf(id)?.name.en ?? id,
    choice: (value) => choiceName(value, t),
  };

  const dayWords = (day: string, name: FieldName): string => {
    if (name === "firstDay") return t("fromDay", { day });
    return name === "lastDay" ? t("untilDay", { day }) : day;
  };
  const fact = (shape: Shape, value: unknown, name: FieldName): string => {
    switch (shape.is) {
      case "money": {
        const price = typedRinggit(String(value ?? ""));
        return price === null ? "" : formatMoney(senOf(price));
      }
      case "dish":
        return fact({ is: "money" }, dishOf(value)?.price, name);
      case "flag":
        return value ? t(`fields.${name}`) : "";
      case "day":
        return value ? dayWords(formatDay(String(value)), name) : "";
      case "choice":
        return names.choice(String(value));
      case "list":
        return t("count", {
          name: t(`fields.${name}`),
          number: formatNumber((value as unknown[] | undefined)?.length ?? 0),
        });
      default:
        return textOf(value);
    }
  };
  return {
    name: (shape, entry) => {
      const name = entryName(shape, entry, names);
      const isDay =
        shape.of.is === "record" && shape.name && shape.of.fields[shape.name]?.is === "day";
      return isDay && name ? formatDay(name) : name;
    },
    picture: (entry) => {
      if (typeof entry !== "object" || entry === null) return undefined;
      const { picture, dish } = entry as { picture?: ContentPicture; dish?: string };
      const shown = picture ?? (dish === undefined ? undefined : dishOf(dish)?.picture);
      return shown && Object.keys(shown).length > 0 ? shown : undefined;
    },
    facts: (shape, entry) => {
      if (shape.of.is !== "record") return [];
      const { fields } = shape.of;
      const values = (entry ?? {}) as Record<string, unknown>;
      const facts = (shape.facts ?? []).map((name) => fact(fields[name]!, values[name], name));
      const missing = countMissing(entry, language);
      if (missing > 0) facts.push(t("untranslated", { number: formatNumber(missing) }));
      return facts.filter(Boolean);
    },
  };
}

function textOf(value: unknown): string {
  if (typeof value === "object" && value !== null) return (value as { en?: string }).en ?? "";
  return value === undefined || value === null ? "" : String(value as string | number);
}
