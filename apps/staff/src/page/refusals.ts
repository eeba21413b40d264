import { translateErrorsWith } from "@loyalty/api-client/errors";
import { formatClock, formatDay, formatList } from "@loyalty/ui/formats";
import { i18n, REFERENCE_LANGUAGE, type Sentences } from "@loyalty/ui/i18n";
import { LANGUAGES } from "@loyalty/ui/languages";
import { phoneProblemTexts } from "@loyalty/ui/texts/phone-problems";
import { translatedMessage } from "@loyalty/ui/translate-errors";

import { refusalTexts } from "../texts/refusals.ts";
import { staffTexts } from "../texts/staff.ts";

/** An English sentence of the API with open places, as an expression that takes the values out of it. */
interface Pattern {
  namespace: string;
  name: string;
  expression: RegExp;
  places: string[];
  /** How many signs of it are fixed: the longest is the most precise. */
  fixed: number;
}

const PLACE = /\{\{(\w+)\}\}/;
const PLURAL_ENDING = /_(one|other)$/;
/** What the values of some places look like; the others are any text. */
const SHAPES: Record<string, string> = {
  // Of a mistake in a file: its line, which record it is in, and the name that is wrong.
  line: "([0-9]+)",
  part: "(\\w+)",
  record: "(.+?)",
  key: "([^\\s:]+|The file)",
  // Of a cell of a sales file, which may be empty.
  value: "(.*?)",
  count: "([0-9,]+)",
  day: "([0-9]+ [A-Za-z]+ [0-9]{4})",
  when: "((?:on [0-9]+ [A-Za-z]+ [0-9]{4} )?at [0-9:]{5})",
};
/** Groups of the texts that are parts of sentences. */
const PARTS = new Set(["states", "values", "parts"]);

let patterns: Pattern[] | null = null;

function patternsOf(namespace: string, sentences: Sentences, prefix = ""): Pattern[] {
  return Object.entries(sentences).flatMap(([name, sentence]) => {
    if (typeof sentence !== "string") {
      return PARTS.has(name) ? [] : patternsOf(namespace, sentence, `${name}.`);
    }
    // Fixed text and names of places take turns.
    const parts = sentence.split(PLACE);
    const fixed = parts.filter((_, index) => index % 2 === 0);
    const expression = parts.map((part, index) =>
      index % 2 === 0 ? part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : (SHAPES[part] ?? "(.+?)"),
    );
    return {
      namespace,
      name: `${prefix}${name.replace(PLURAL_ENDING, "")}`,
      expression: new RegExp(`^${expression.join("")}$`, "s"),
      places: parts.filter((_, index) => index % 2 === 1),
      fixed: fixed.join("").length,
    };
  });
}

function allPatterns(): Pattern[] {
  patterns ??= [refusalTexts, phoneProblemTexts]
    .flatMap(({ namespace }) =>
      patternsOf(namespace, i18n.getResourceBundle(REFERENCE_LANGUAGE, namespace) as Sentences),
    )
    // A sentence that holds another one comes before what could be that other one with more in front of it.
    .sort((one, other) => {
      const holds = ({ places }: Pattern) => Number(places.includes("sentence"));
      return holds(other) - holds(one) || other.fixed - one.fixed;
    });
  return patterns;
}

const MONTHS =
  "January February March April May June July August September October November December";

/** A day as the API speaks it, "14 March 2026", in the reader's language. */
function dayIn(spoken: string): string {
  const [day = "", month = "", year = ""] = spoken.split(" ");
  const number = MONTHS.split(" ").indexOf(month) + 1;
  if (number === 0) return spoken;
  return formatDay(`${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`);
}

/** "at 14:10" or "on 14 March 2026 at 14:10". */
function momentIn(spoken: string): string {
  const [, day, clock] = /^(?:on (.+) )?at (\d\d:\d\d)$/.exec(spoken) ?? [];
  if (clock === undefined) return spoken;
  const time = formatClock(clock);
  return day === undefined
    ? refusalTexts.t("values.today", { time })
    : refusalTexts.t("values.before", { day: dayIn(day), time });
}

/** "A, B and C", or "A, B and 3 more". */
function listIn(spoken: string): string {
  const [, first, last] = /^(.+) and (.+)$/.exec(spoken) ?? [];
  if (first === undefined || last === undefined) return spoken;
  const [, more] = /^(\d+) more$/.exec(last) ?? [];
  const end = more === undefined ? last : refusalTexts.t("values.more", { number: more });
  return formatList([...first.split(", "), end]);
}

/** Languages by their own names: "ms, zh". */
function languagesIn(spoken: string): string {
  const names = spoken
    .split(", ")
    .map((code) => LANGUAGES.find((each) => each.code === code)?.name ?? code);
  return formatList(names);
}

/** A word that is one of the texts' own, else as it is. */
function wordIn(namespace: string, name: string, word: string): string {
  return i18n.exists(name, { ns: namespace }) ? i18n.t(name, { ns: namespace }) : word;
}

/** A record of the programme file, "reward 7" or "settings", in the reader's language. */
export function recordIn(what: string): string {
  const [part = "", ...id] = what.split(" ");
  return [wordIn(refusalTexts.namespace, `parts.${part}`, part), ...id].join(" ");
}

/** What stands in an open place, in the reader's language. */
function valueIn(place: string, value: string): string {
  switch (place) {
    case "when":
      return momentIn(value);
    case "day":
      return dayIn(value);
    case "outlets":
      return listIn(value);
    case "languages":
      return languagesIn(value);
    case "sentence":
      return inReadersLanguage(value);
    case "state":
    case "wanted":
      return wordIn(refusalTexts.namespace, `states.${value}`, value);
    case "what":
      return recordIn(value);
    case "part":
      return wordIn(refusalTexts.namespace, `parts.${value}`, value);
    case "role":
      return wordIn(staffTexts.namespace, `roles.${value}`, value);
    default:
      return value;
  }
}

/** In English only days and times are written anew, as everything else of the page has them. */
const isAnotherIn = (language: string, places: string[]) =>
  language !== REFERENCE_LANGUAGE || places.includes("when") || places.includes("day");

/** A sentence of the API in the reader's language; null where nobody has translated it. */
function translated(sentence: string): string | null {
  for (const { namespace, name, expression, places } of allPatterns()) {
    if (!isAnotherIn(i18n.language, places)) continue;
    const [, ...found] = expression.exec(sentence) ?? [];
    if (found.length !== places.length || !expression.test(sentence)) continue;
    const values: Record<string, string | number> = {};
    places.forEach((place, index) => {
      const value = found[index] ?? "";
      values[place] = place === "count" ? Number(value.replace(/,/g, "")) : valueIn(place, value);
    });
    return i18n.t(name, { ns: namespace, ...values });
  }
  return null;
}

/**
 * A sentence of the API in the reader's language. The API writes English; what nobody has translated stays as it is.
 */
export const inReadersLanguage = (sentence: string): string =>
  translated(sentence) ??
  (sentence.includes("\n") ? sentence.split("\n").map(inReadersLanguage).join("\n") : sentence);

/** From now on what the API refuses is shown in the reader's language: by its sentence, else by its code as to members. */
export const translateRefusals = (): void =>
  translateErrorsWith((error) => translated(error.message) ?? translatedMessage(error));
