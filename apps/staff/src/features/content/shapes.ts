import { brandKeys } from "@loyalty/ui/brands";
import { newIdempotencyKey } from "@loyalty/api-client/http";
import { type Week, WEEKDAYS } from "@loyalty/content/opening-hours";
import type { Coordinates } from "@loyalty/content/outlets";
import { LANGUAGES } from "@loyalty/ui/languages";
import type { TFunction } from "i18next";
import * as v from "valibot";

import { amountRule } from "../../components/amount-field.tsx";
import { dayRule } from "../../components/typed-day.ts";
import type { contentTexts, FieldName } from "../../texts/content.ts";
import { hoursRule, weekRule } from "./hours-rule.ts";
import { type Address, readAddress, readPlace, writtenAddress, writtenPlace } from "./places.ts";

/** What a document holds at a place, and so which field edits it (the API's features/content/schemas.py). */
export type Shape =
  /** The id of an entry: a new one gets it from the form, and nobody sees it. */
  | { is: "key" }
  | { is: "text"; most: number; optional?: true }
  | { is: "translated"; most: number; optional?: true }
  | { is: "picture"; optional?: true }
  | { is: "money" }
  | { is: "number"; least: number; most: number }
  | { is: "flag" }
  /** The hours of the days of a week. */
  | { is: "week" }
  /** The hours of one day. */
  | { is: "hours" }
  | { is: "day"; optional?: true }
  | { is: "choice"; of: readonly string[] }
  | { is: "choices"; of: readonly string[] }
  /** The id of one of the dishes of the document. */
  | { is: "dish" }
  /** The id of one of the outlets of the programme. */
  /** An address, and a place on the map, each typed in one line. */
  | { is: "address" }
  | { is: "place" }
  /** `inOrder`: the second of two days is the first or after it. */
  | { is: "record"; fields: Fields; inOrder?: readonly [FieldName, FieldName] }
  | ({ is: "list"; of: Shape; most: number } & ListOptions);

interface ListOptions {
  least?: number;
  /** The document has no list where it is empty. */
  optional?: true;
  /** The field that an entry is called by. */
  name?: FieldName;
  /** The fields that tell it from others while it is closed. */
  facts?: readonly FieldName[];
  /** A dish is added to a section of a menu, and not to the list of all dishes alone. */
  newDish?: "section" | "dish";
}

export type Fields = Partial<Record<FieldName, Shape>>;

const KEY: Shape = { is: "key" };
const BRAND: Shape = { is: "choice", of: brandKeys };
const words = (most: number): Shape => ({ is: "translated", most });
const line = (most: number): Shape => ({ is: "text", most });
const record = (fields: Fields): Shape => ({ is: "record", fields });
const list = (of: Shape, most: number, more: ListOptions = {}): Shape & { is: "list" } => ({
  is: "list",
  of,
  most,
  ...more,
});

/** The hours of the week, and the days on which an outlet is closed or has other hours. */
export const HOURS_AND_CLOSURES: Fields = {
  hours: { is: "week" },
  closures: list(
    {
      is: "record",
      fields: {
        name: { is: "text", most: 60, optional: true },
        firstDay: { is: "day" },
        lastDay: { is: "day" },
      },
      inOrder: ["firstDay", "lastDay"],
    },
    60,
    { name: "firstDay", facts: ["lastDay", "name"] },
  ),
  specialDays: list(
    record({
      name: { is: "text", most: 60, optional: true },
      day: { is: "day" },
      hours: { is: "hours" },
    }),
    60,
    { name: "day", facts: ["name"] },
  ),
};

/** What pages say of an outlet, but when it is open. */
export const OUTLET_DETAILS: Fields = {
  address: { is: "address" },
  coordinates: { is: "place" },
  openingDate: { is: "day", optional: true },
  features: { is: "choices", of: ["dine-in", "takeaway", "delivery"] },
  picture: { is: "picture", optional: true },
  feedbackName: { is: "text", most: 100, optional: true },
};

/** All that pages say of an outlet. */
export const OUTLET: Fields = { ...OUTLET_DETAILS, ...HOURS_AND_CLOSURES };

/** The document of every kind of content; outlets have a page each. */
export const KINDS = {
  menu: {
    menus: list(
      record({
        brand: BRAND,
        sections: list(
          record({
            id: KEY,
            title: words(60),
            dishes: list(record({ dish: { is: "dish" }, isSignature: { is: "flag" } }), 60, {
              least: 1,
              name: "dish",
              facts: ["dish", "isSignature"],
            }),
          }),
          20,
          { least: 1, name: "title", facts: ["dishes"], newDish: "section" },
        ),
      }),
      2,
      { least: 2, name: "brand", facts: ["sections"] },
    ),
    dishes: list(
      record({
        id: KEY,
        name: words(80),
        price: { is: "money" },
        prices: list(
          {
            is: "record",
            fields: {
              price: { is: "money" },
              firstDay: { is: "day" },
              lastDay: { is: "day", optional: true },
            },
            inOrder: ["firstDay", "lastDay"],
          },
          5,
          { optional: true, name: "firstDay", facts: ["lastDay", "price"] },
        ),
        picture: { is: "picture" },
        about: { is: "translated", most: 400, optional: true },
        heat: { is: "number", least: 0, most: 3 },
      }),
      300,
      { least: 1, name: "name", facts: ["price"], newDish: "dish" },
    ),
  },
  banners: {
    banners: list(
      {
        is: "record",
        fields: {
          brand: BRAND,
          alt: words(200),
          firstDay: { is: "day", optional: true },
          lastDay: { is: "day", optional: true },
          picture: { is: "picture" },
        },
        inOrder: ["firstDay", "lastDay"],
      },
      24,
      { least: 1, name: "alt", facts: ["brand", "firstDay", "lastDay"] },
    ),
  },
  announcement: {
    isShown: { is: "flag" },
    title: words(120),
    intro: words(240),
    amount: words(20),
    off: words(20),
    joinNow: words(40),
  },
  awards: {
    awards: list(
      record({
        id: KEY,
        name: words(120),
        day: { is: "day" },
        paragraphs: list(words(800), 6, { least: 1 }),
        picture: { is: "picture" },
      }),
      20,
      { name: "name", facts: ["day"] },
    ),
  },
  openings: {
    departments: list(record({ id: KEY, name: line(60), title: words(80), text: words(300) }), 40, {
      name: "title",
    }),
    places: list(record({ id: KEY, name: line(60), title: words(80) }), 40, { name: "title" }),
  },
  faq: {
    questions: list(record({ id: KEY, question: words(200), answer: words(1000) }), 60, {
      name: "question",
    }),
  },
} satisfies Record<string, Fields>;

export type KindName = keyof typeof KINDS;

/** The list that is all there is of a kind, such as the awards; of the menu or the announcement there is none. */
export function onlyList(kind: KindName): [FieldName, Shape & { is: "list" }] | null {
  const [first, ...others] = Object.entries(KINDS[kind]) as [FieldName, Shape][];
  if (!first || others.length > 0 || first[1].is !== "list") return null;
  return [first[0], first[1]];
}

/** Whether there is a form for a kind. */
export const isKind = (kind: string): kind is KindName => Object.hasOwn(KINDS, kind);

/** The dearest price, in sen. */
export const DEAREST = 100_000;
type Sentence = TFunction<typeof contentTexts>;

/** The rule of a field: what is typed becomes what the API takes; what is not translated is left out. */
export function ruleOf(shape: Shape, t: Sentence): v.GenericSchema<unknown, unknown> {
  switch (shape.is) {
    case "key":
      return v.string();
    case "text":
    case "day": {
      const rule = shape.is === "text" ? lineOf(shape.most, t) : dayRule();
      if (!("optional" in shape)) return v.pipe(rule, v.nonEmpty(t("problem.missing")));
      return v.pipe(
        rule,
        v.transform((typed) => typed || undefined),
      );
    }
    case "translated": {
      const others = LANGUAGES.map(({ code }) => [code, v.optional(lineOf(shape.most, t), "")]);
      const texts = Object.fromEntries(others) as Record<string, v.GenericSchema<unknown, unknown>>;
      return v.pipe(
        v.object(texts),
        v.transform(withoutEmpty),
        v.rawCheck(({ dataset, addIssue }) => {
          if (!dataset.typed || dataset.value.en) return;
          if (shape.optional && Object.keys(dataset.value).length === 0) return;
          const { value } = dataset;
          addIssue({
            message: t("problem.english"),
            path: [{ type: "object", origin: "value", input: value, key: "en", value: "" }],
          });
        }),
        v.transform((written) => (Object.keys(written).length === 0 ? undefined : written)),
      );
    }
    case "picture":
      return v.pipe(
        v.record(v.string(), v.string()),
        v.check(
          (picture) => Boolean(shape.optional) || Object.keys(picture).length === 1,
          t("problem.picture"),
        ),
        v.transform((picture) => (Object.keys(picture).length === 0 ? undefined : picture)),
      );
    case "money":
      return amountRule(DEAREST, t("problem.price"));
    case "number": {
      const sentence = t("problem.number", { least: shape.least, most: shape.most });
      return v.pipe(
        v.union([v.number(), v.string()]),
        v.check((typed) => String(typed).trim() !== "", sentence),
        v.transform(Number),
        v.integer(sentence),
        v.minValue(shape.least, sentence),
        v.maxValue(shape.most, sentence),
      );
    }
    case "flag":
      return v.boolean();
    case "choice":
    case "dish":
      return v.pipe(v.string(), v.nonEmpty(t("problem.missing")));
    case "address":
      return readBy(readAddress, t("problem.address"));
    case "place":
      return readBy(readPlace, t("problem.place"));
    case "choices":
      return v.array(v.string());
    case "week":
      return weekRule(t);
    case "hours":
      return v.pipe(hoursRule(t), v.minLength(1, t("problem.missing")));
    case "record":
      return shape.inOrder
        ? v.pipe(recordRule(shape.fields, t), inOrder(shape.inOrder, t))
        : recordRule(shape.fields, t);
    case "list":
      return v.pipe(
        v.array(ruleOf(shape.of, t)),
        v.minLength(shape.least ?? 0, t("problem.few", { least: shape.least ?? 0 })),
        v.maxLength(shape.most, t("problem.many", { most: shape.most })),
        v.transform((entries) => (shape.optional && entries.length === 0 ? undefined : entries)),
      );
  }
}

/** The rule of a document or a record. */
export function recordRule(fields: Fields, t: Sentence) {
  const rules = Object.entries(fields).map(([name, shape]) => [name, ruleOf(shape, t)]);
  return v.pipe(
    v.object(Object.fromEntries(rules) as Record<string, v.GenericSchema<unknown, unknown>>),
    v.transform(withoutEmpty),
  );
}

/** The rule of a line that becomes a record; null: it is not one. */
const readBy = (read: (line: string) => object | null, sentence: string) =>
  v.pipe(
    v.string(),
    v.check((line) => read(line) !== null, sentence),
    v.transform(read),
  );

/** Days are written so that they sort as they follow each other. */
function inOrder([first, second]: readonly [FieldName, FieldName], t: Sentence) {
  return v.rawCheck<Record<string, unknown>>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const [from, to] = [dataset.value[first], dataset.value[second]].map((day) => day ?? "");
    if (from === "" || to === "" || String(from) <= String(to)) return;
    addIssue({
      message: t("problem.order"),
      path: [{ type: "object", origin: "value", input: dataset.value, key: second, value: to }],
    });
  });
}

/** One line: the API takes no line breaks. */
const lineOf = (most: number, t: Sentence) =>
  v.pipe(
    v.string(),
    v.transform((typed) => typed.trim().replace(/\s+/g, " ")),
    v.maxLength(most, t("problem.long", { most })),
  );

const withoutEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ""),
  );

/** A value as the form holds it: every field is there, empty where the document has none. */
export function filled(shape: Shape, value: unknown): unknown {
  switch (shape.is) {
    case "translated":
      return Object.fromEntries(
        LANGUAGES.map(({ code }) => [
          code,
          (value as Record<string, string> | undefined)?.[code] ?? "",
        ]),
      );
    case "record":
      return filledRecord(shape.fields, value);
    case "list": {
      // A list that needs a text begins with the field for it.
      const none = shape.of.is === "translated" && shape.least === 1 ? [undefined] : [];
      return ((value as unknown[] | undefined) ?? none).map((each) => filled(shape.of, each));
    }
    case "week":
      return Object.fromEntries(
        WEEKDAYS.map((day) => [day, (value as Partial<Week> | undefined)?.[day] ?? []]),
      );
    case "hours":
      return value ?? [{ opens: "", closes: "" }];
    case "key":
      return value ?? `n-${newIdempotencyKey()}`;
    case "flag":
      return value ?? false;
    case "choices":
      return value ?? [];
    case "picture":
      return value ?? {};
    case "address":
      return value ? writtenAddress(value as Address) : "";
    case "place":
      return value ? writtenPlace(value as Coordinates) : "";
    default:
      return value ?? "";
  }
}

/** A document or a record as the form holds it. */
export function filledRecord(fields: Fields, value: unknown): Record<string, unknown> {
  const known = (value ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, shape]) => [name, filled(shape, known[name])]),
  );
}

/** How many texts of a value miss a translation to a language. */
export function countMissing(value: unknown, language: string): number {
  if (Array.isArray(value)) {
    return value.reduce((sum: number, each) => sum + countMissing(each, language), 0);
  }
  if (typeof value !== "object" || value === null) return 0;
  const known = value as Record<string, unknown>;
  if (typeof known.en === "string") return known.en !== "" && !known[language] ? 1 : 0;
  return countMissing(Object.values(known), language);
}

/** How many fields of a form were changed, as `formState.dirtyFields` has them. */
export function countChanges(dirty: unknown): number {
  if (typeof dirty !== "object" || dirty === null) return dirty === true ? 1 : 0;
  return Object.values(dirty).reduce((sum: number, each) => sum + countChanges(each), 0);
}
