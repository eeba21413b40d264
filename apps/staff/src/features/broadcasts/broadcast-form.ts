import { serverNow } from "@loyalty/api-client/http";
import type { BrandKey } from "@loyalty/ui/brands";
import { type LanguageCode, LANGUAGES } from "@loyalty/ui/languages";
import type { TFunction } from "i18next";
import * as v from "valibot";

import { dayRule, momentRule, sentMoment, typedMoment } from "../../components/typed-day.ts";
import type { broadcastsTexts } from "../../texts/broadcasts.ts";
import type { Broadcast, BroadcastContent } from "./queries.ts";

/** Where a broadcast can lead: the mini-program's paths and their names in the texts. */
export const PAGES = [
  ["/rewards", "rewards"],
  ["/menu", "menu"],
  ["/locations", "locations"],
  ["/activity", "activity"],
  ["/referral", "referral"],
  ["/dashboard", "dashboard"],
] as const;

/** The longest words, in characters (the API's features/broadcasts/schemas.py). */
export const MAX_TITLE = 80;
export const MAX_BODY = 2000;
const MAX_BALANCE = 100_000_000;
const MAX_VISITS = 1000;
/** Messages a minute, which the API takes; nobody chooses them here. */
const USUAL_PACE = 300;

/** The words in one language; both are empty where there are none. */
export interface Words {
  title: string;
  body: string;
}

/** What the form holds: all of it as it is typed. */
export interface BroadcastValues {
  kind: BroadcastContent["kind"];
  page: string;
  perMinute: number;
  /** `2026-11-27T10:00`; empty: as soon as it is approved. */
  sendAt: string;
  brand: string;
  outletIds: string[];
  levels: string[];
  languages: string[];
  visitedFrom: string;
  visitedTo: string;
  balanceFrom: string;
  balanceTo: string;
  birthMonth: string;
  leastVisits: string;
  texts: Record<LanguageCode, Words>;
}

/** What the form begins with: a broadcast, or nothing written yet. */
export function valuesOf(of: Broadcast | null): BroadcastValues {
  const segment = of?.segment;
  const words = ({ code }: { code: LanguageCode }) => {
    const { title = "", body = "" } = of?.texts[code] ?? {};
    return [code, { title, body }] as const;
  };
  return {
    kind: of?.kind === "newsletter" ? "newsletter" : "marketing",
    page: of?.page ?? PAGES[0][0],
    perMinute: of?.perMinute ?? USUAL_PACE,
    sendAt: of?.sendAt ? typedMoment(new Date(of.sendAt)) : "",
    brand: segment?.brand ?? "",
    outletIds: (segment?.outletIds ?? []).map(String),
    levels: (segment?.levels ?? []).map(String),
    languages: segment?.languages ?? [],
    visitedFrom: segment?.visitedFrom ?? "",
    visitedTo: segment?.visitedTo ?? "",
    balanceFrom: String(segment?.balanceFrom ?? ""),
    balanceTo: String(segment?.balanceTo ?? ""),
    birthMonth: String(segment?.birthMonth ?? ""),
    leastVisits: String(segment?.leastVisits ?? ""),
    texts: Object.fromEntries(LANGUAGES.map(words)) as BroadcastValues["texts"],
  };
}

const isWritten = ({ title, body }: Words) => title.trim() !== "" || body.trim() !== "";

/** The languages that have words. */
export const writtenIn = ({ texts }: Pick<BroadcastValues, "texts">): LanguageCode[] =>
  LANGUAGES.map(({ code }) => code).filter((code) => isWritten(texts[code]));

/** The languages that members of the segment may speak: those that were chosen, else all. */
export const spokenIn = ({ languages }: Pick<BroadcastValues, "languages">): LanguageCode[] =>
  LANGUAGES.map(({ code }) => code).filter(
    (code) => languages.length === 0 || languages.includes(code),
  );

/** The languages that members of the segment may speak and there are no words in. */
export const unwrittenIn = (values: BroadcastValues): LanguageCode[] =>
  spokenIn(values).filter((code) => !isWritten(values.texts[code]));

/** Those of them whose words are needed: none where there are English words, which stand in for the others. */
export const missingIn = (values: BroadcastValues): LanguageCode[] =>
  isWritten(values.texts.en) ? [] : unwrittenIn(values);

/** What the form says, as the API takes it. The same values are the same content, also as text. */
export function contentOf(values: BroadcastValues): BroadcastContent {
  const numberOf = (text: string) => (text === "" ? null : Number(text));
  const numbers = (texts: string[]) => texts.map(Number).sort((one, other) => one - other);
  return {
    kind: values.kind,
    page: values.page as BroadcastContent["page"],
    perMinute: values.perMinute,
    sendAt: values.sendAt === "" ? null : sentMoment(values.sendAt),
    segment: {
      brand: values.brand === "" ? null : (values.brand as BrandKey),
      outletIds: numbers(values.outletIds),
      levels: numbers(values.levels),
      languages: values.languages.length === 0 ? [] : spokenIn(values),
      visitedFrom: values.visitedFrom || null,
      visitedTo: values.visitedTo || null,
      balanceFrom: numberOf(values.balanceFrom),
      balanceTo: numberOf(values.balanceTo),
      birthMonth: numberOf(values.birthMonth),
      leastVisits: numberOf(values.leastVisits),
    },
    texts: Object.fromEntries(
      writtenIn(values).map((code) => {
        const { title, body } = values.texts[code];
        return [code, { title: title.trim(), body: body.trim() }];
      }),
    ),
  };
}

/** What has to hold before it is saved; the sentences stand at the fields. */
export function broadcastRule(t: TFunction<typeof broadcastsTexts>) {
  const titleLong = t("titleLong", { count: MAX_TITLE });
  const bodyLong = t("bodyLong", { count: MAX_BODY });
  const words = v.pipe(
    v.object({
      title: v.pipe(v.string(), v.maxLength(MAX_TITLE, titleLong)),
      body: v.pipe(v.string(), v.maxLength(MAX_BODY, bodyLong)),
    }),
    v.forward(
      v.check((each) => !isWritten(each) || each.title.trim() !== "", t("titleMissing")),
      ["title"],
    ),
    v.forward(
      v.check((each) => !isWritten(each) || each.body.trim() !== "", t("bodyMissing")),
      ["body"],
    ),
  );
  /** A whole number, or nothing. */
  const numberRule = (least: number, most: number) =>
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (typed) =>
          typed === "" || (/^\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most),
        t("numberWrong", { least, most }),
      ),
    );
  // Side by side: a pipe would end with the first mistake, and the others be said later.
  return v.intersect([
    v.looseObject({
      sendAt: v.union([
        v.literal(""),
        v.pipe(
          momentRule(),
          v.check((typed) => !(new Date(sentMoment(typed)) <= serverNow()), t("sendAtPassed")),
        ),
      ]),
      leastVisits: numberRule(1, MAX_VISITS),
      texts: v.record(v.string(), words),
    }),
    v.pipe(
      v.looseObject({ visitedFrom: dayRule(), visitedTo: dayRule() }),
      v.forward(
        v.check(
          ({ visitedFrom: first, visitedTo: last }) => first === "" || last === "" || first <= last,
          t("dayOrder"),
        ),
        ["visitedTo"],
      ),
    ),
    v.pipe(
      v.looseObject({
        balanceFrom: numberRule(0, MAX_BALANCE),
        balanceTo: numberRule(0, MAX_BALANCE),
      }),
      v.forward(
        v.check(
          ({ balanceFrom: least, balanceTo: most }) =>
            least === "" || most === "" || Number(least) <= Number(most),
          t("balanceOrder"),
        ),
        ["balanceTo"],
      ),
    ),
  ]);
}
