import { type LanguageCode, LANGUAGES } from "@loyalty/ui/languages";
import type { TFunction } from "i18next";
import * as v from "valibot";

import { dayRule } from "../../components/typed-day.ts";
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

/** The longest words, in characters, and the fastest pace (the API's features/broadcasts/schemas.py). */
export const MAX_TITLE = 80;
export const MAX_BODY = 2000;
export const FASTEST = 6000;
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
  perMinute: string;
  brand: string;
  outletIds: string[];
  levels: string[];
  languages: string[];
  visitedFrom: string;
  visitedTo: string;
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
    perMinute: String(of?.perMinute ?? USUAL_PACE),
    brand: segment?.brand ?? "",
    outletIds: (segment?.outletIds ?? []).map(String),
    levels: (segment?.levels ?? []).map(String),
    languages: segment?.languages ?? [],
    visitedFrom: segment?.visitedFrom ?? "",
    visitedTo: segment?.visitedTo ?? "",
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
export const missingIn = (values: BroadcastValues): LanguageCode[] =>
  spokenIn(values).filter((code) => !isWritten(values.texts[code]));

/** What the form says, as the API takes it. The same values are the same content, also as text. */
export function contentOf(values: BroadcastValues): BroadcastContent {
  const numbers = (texts: string[]) => texts.map(Number).sort((one, other) => one - other);
  return {
    kind: values.kind,
    page: values.page as BroadcastContent["page"],
    perMinute: Number(values.perMinute),
    segment: {
      brand: values.brand === "" ? null : (values.brand as "krua-bowl" | "thong-cha"),
      outletIds: numbers(values.outletIds),
      levels: numbers(values.levels),
      languages: values.languages.length === 0 ? [] : spokenIn(values),
      visitedFrom: values.visitedFrom || null,
      visitedTo: values.visitedTo || null,
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
  // Side by side: a pipe would end with the first mistake, and the others be said later.
  return v.intersect([
    v.looseObject({
      perMinute: v.pipe(
        v.string(),
        v.check(
          (typed) => /^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= FASTEST,
          t("paceWrong", { most: FASTEST }),
        ),
      ),
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
  ]);
}
