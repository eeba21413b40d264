import { AHEAD_OF_UTC_MS } from "@loyalty/api-client/group";
import { typedRinggit } from "@loyalty/api-client/rules/points";
import { LANGUAGES, type LanguageCode } from "@loyalty/ui/languages";
import { inertElement } from "@loyalty/ui/trusted-types";
import { Cake, Coins, Crown, HeartHandshake, type LucideIcon, UserRoundPlus } from "lucide-react";

import type { Schema } from "../../queries/requests.ts";

export type ProgrammeReward = Schema<"ProgrammeReward">;

/** How members get a reward. What they claim has a limit for each of them; what is given is given once. */
export const KINDS = {
  points: { Icon: Coins, isClaimed: true },
  birthday: { Icon: Cake, isClaimed: true },
  membership: { Icon: Crown, isClaimed: true },
  welcome: { Icon: UserRoundPlus, isClaimed: false },
  referral: { Icon: HeartHandshake, isClaimed: false },
} as const satisfies Record<string, { Icon: LucideIcon; isClaimed: boolean }>;
export type RewardKind = keyof typeof KINDS;

/** The `type` of a reward: what a voucher of it is. */
export const RINGGIT_OFF = "1";
export const FREE_ITEM = "2";

/** The texts of a reward in one language, as they are typed: a paragraph or a term is a line. */
export interface RewardWords {
  title: string;
  description: string;
  terms: string;
}

/** A reward as it is typed. Days are `2026-11-27`; what is empty has no limit. */
export interface RewardForm {
  kind: RewardKind;
  type: string;
  words: Record<LanguageCode, RewardWords>;
  image: string | null;
  sku: string;
  cost: string;
  value: string;
  discount: string;
  min_spend: string;
  tier: string;
  limit: string;
  stock: string;
  valid_days: string;
  outlets: string[];
  active: boolean;
  starts: string;
  ends: string;
}

export const newReward = (): RewardForm => ({
  kind: "points",
  type: FREE_ITEM,
  words: wordsOf(() => ({ title: "", description: "", terms: "" })),
  image: null,
  sku: "",
  cost: "",
  value: "",
  discount: "",
  min_spend: "",
  tier: "1",
  limit: "",
  stock: "",
  valid_days: "30",
  outlets: [],
  active: true,
  starts: "",
  ends: "",
});

const wordsOf = (make: (code: LanguageCode) => RewardWords) =>
  Object.fromEntries(LANGUAGES.map(({ code }) => [code, make(code)])) as RewardForm["words"];

const typed = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value);

const typedAmount = (ringgit: unknown) => (Number(ringgit) === 0 ? "" : typed(ringgit));

export function formOf(reward: ProgrammeReward): RewardForm {
  const { translations = {} } = reward;
  return {
    kind: reward.kind as RewardKind,
    type: typed(reward.type),
    words: wordsOf((code) => {
      const { title, description, terms } = code === "en" ? reward : (translations[code] ?? {});
      return {
        title: typed(title),
        description: linesOf(typed(description)),
        terms: linesOf(typed(terms)),
      };
    }),
    image: reward.image ?? null,
    sku: typed(reward.sku),
    cost: typed(reward.cost),
    value: typedAmount(reward.value),
    discount: typedAmount(reward.discount),
    min_spend: typedAmount(reward.min_spend),
    tier: typed(reward.tier),
    limit: typed(reward.limit),
    stock: typed(reward.stock),
    valid_days: typed(reward.valid_days),
    outlets: (reward.outlets ?? []).map(String),
    active: reward.active ?? true,
    starts: dayOf(reward.starts ?? null, 0),
    ends: dayOf(reward.ends ?? null, 1),
  };
}

/** The Malaysian day of a moment of the file; a moment that ends something at midnight belongs to the day before. */
function dayOf(moment: string | null, endsBefore: 0 | 1): string {
  if (moment === null || moment.length <= 10) return moment ?? "";
  const at = Date.parse(moment) - endsBefore;
  return new Date(at + AHEAD_OF_UTC_MS).toISOString().slice(0, 10);
}

export function linesOf(html: string): string {
  const blocks = [...inertElement(html).querySelectorAll("p, li, h3, h4")];
  const parts = blocks.length > 0 ? blocks : [inertElement(html)];
  return parts
    .map((part) => (part.textContent ?? "").replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const inLines = (text: string) =>
  text
    .split("\n")
    .map((line) => escaped(line.replace(/\s+/g, " ").trim()))
    .filter((line) => line !== "");

const asParagraphs = (text: string) =>
  inLines(text)
    .map((line) => `<p>${line}</p>`)
    .join("");

const asList = (text: string) => {
  const items = inLines(text).map((line) => `<li>${line}</li>`);
  return items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
};

/** HTML of a text: the one there was where its words are the same, so that its form is not lost. */
function html(text: string, before: string | undefined, as: (text: string) => string): string {
  return before !== undefined && linesOf(before) === inLines(text).map(unescaped).join("\n")
    ? before
    : as(text);
}

const unescaped = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** A number as it is typed, with or without commas; what is none stays as it is, and the API says so. */
function whole(text: string): number | string | null {
  const bare = text.trim().replaceAll(",", "");
  if (bare === "") return null;
  return /^\d+$/.test(bare) ? Number(bare) : text.trim();
}

const amount = (text: string) =>
  text.trim() === "" ? "0.00" : (typedRinggit(text) ?? text.trim());

/** The record of a form by the names of the file; `before` is the reward that it was made of, if there is one. */
function recordOf(form: RewardForm, before: ProgrammeReward | null): Partial<ProgrammeReward> {
  const { words, kind } = form;
  const textsOf = (code: LanguageCode): RewardWords => {
    const old = code === "en" ? before : before?.translations?.[code];
    return {
      title: words[code].title.trim(),
      description: html(words[code].description, old?.description, asParagraphs),
      terms: html(words[code].terms, old?.terms, asList),
    };
  };
  const translations = Object.fromEntries(
    LANGUAGES.filter(({ code }) => code !== "en")
      .map(({ code }) => [
        code,
        Object.fromEntries(Object.entries(textsOf(code)).filter(([, text]) => text !== "")),
      ])
      .filter(([, texts]) => Object.keys(texts as object).length > 0),
  );
  const isRinggitOff = form.type === RINGGIT_OFF;
  const discount = isRinggitOff ? amount(form.discount) : "0.00";
  // The form has one amount of ringgit off: what it is worth follows it where it changes.
  const worth = before?.discount === discount ? before.value : discount;
  const record = {
    kind,
    type: Number(form.type),
    ...textsOf("en"),
    image: form.image,
    sku: isRinggitOff || form.sku.trim() === "" ? null : form.sku.trim(),
    cost: kind === "points" ? (whole(form.cost) ?? 0) : 0,
    value: isRinggitOff ? worth : amount(form.value),
    discount,
    min_spend: amount(form.min_spend),
    tier: kind === "membership" ? whole(form.tier) : 0,
    limit: KINDS[kind].isClaimed ? whole(form.limit) : null,
    stock: whole(form.stock),
    valid_days: whole(form.valid_days) ?? "",
    outlets: form.outlets.map(Number).toSorted((one, other) => one - other),
    active: form.active,
    starts: sameDay(form.starts, before?.starts, 0),
    ends: sameDay(form.ends, before?.ends, 1),
    translations,
  };
  return record as Partial<ProgrammeReward>;
}

function sameDay(day: string, before: string | null | undefined, endsBefore: 0 | 1): string | null {
  if (day === "") return null;
  return before && dayOf(before, endsBefore) === day ? before : day;
}

/** The values of a form that differ from the reward in force, by the names of the file; all of a new one. */
export function changesOf(
  form: RewardForm,
  before: ProgrammeReward | null,
): Partial<ProgrammeReward> {
  const record = recordOf(form, before);
  if (before === null) return record;
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name as keyof ProgrammeReward] ?? null),
    ),
  );
}

/** The languages in which a reward has no title: members who read them get English. */
export const missingLanguages = ({ translations = {} }: Pick<ProgrammeReward, "translations">) =>
  LANGUAGES.filter(({ code }) => code !== "en" && !translations[code]?.title);
