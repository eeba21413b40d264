/** Compares the texts of a project with their English. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { root } from "./processes.mjs";

const REFERENCE = "en";
const PLURAL_ENDING = /_(zero|one|two|few|many|other)$/;

// Fifteen and nineteen, as a cardinal or an ordinal: how many outlets there are is counted.
const OUTLET_COUNT =
  /fifteen|nineteen|lima belas|sembilan belas|十五|十九|பதினைந்|பத்தொன்பது|สิบห้า|สิบเก้า|\b(?:15|19) (?:outlet|kitchen|cawangan|dapur|gerai|சமை|கிளை|สาขา|ครัว)/i;

/** Names of a file's sentences, inner ones joined by dots, with the sentence. */
export const flatten = (sentences, prefix = "") =>
  Object.entries(sentences).flatMap(([name, value]) =>
    typeof value === "string" ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  );

/** A file's sentences by name, the forms of a plural as one: `Map<"togo", Map<"togo_one", "…">>`. */
function grouped(sentences) {
  const groups = new Map();
  for (const [name, sentence] of flatten(sentences)) {
    const stem = name.replace(PLURAL_ENDING, "");
    groups.set(stem, (groups.get(stem) ?? new Map()).set(name, sentence));
  }
  return groups;
}

function namesIn(language, stem, english) {
  if (english.has(stem)) return [stem];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.map((category) => `${stem}_${category}`);
}

/** What any sentence may name, or not: the `groupWords` of libs/ui/src/i18n/i18n.ts. */
const OF_THE_GROUP = /^\{\{(brand|country|currency|currencyCode|group|unit)\}\}$/;

/** What a sentence keeps in every language: its `{{placeholders}}` with their formats, and its `<tags>`. */
const openPlaces = (sentence) =>
  (sentence.match(/\{\{[^}]*\}\}|<\/?[\w-]+\s*\/?>/g) ?? [])
    .map((place) => place.replace(/\s/g, ""))
    .filter((place) => !OF_THE_GROUP.test(place))
    .sort()
    .join(" ");

const hash = (forms) =>
  createHash("sha256")
    .update([...forms].flat().join("\n"))
    .digest("base64url")
    .slice(0, 4);

/** `"q3Zx ms:Ab0_ zh:99aB!"`: of the English, then of each translation; `!` where the English has changed since. */
function readRecord(text = "") {
  const [english, ...rest] = text.split(" ");
  const translations = rest.map((part) => {
    const [language, own] = part.split(":");
    return [language, { own: own.replace("!", ""), isStale: own.endsWith("!") }];
  });
  return { english, translations: new Map(translations) };
}

/**
 * Compares the texts of one namespace.
 *
 * @param {Record<string, object>} texts the sentences by language, English with them
 * @param {Record<string, string>} [records] of each sentence: which English its translations were made from
 * @returns {{ faults: string[], missing: string[], stale: string[], records: Record<string, string> }} what is wrong in a
 *   translation, what has none, what was made from another English sentence, and the records as they are now
 */
export function compare(texts, records = {}) {
  const english = grouped(texts[REFERENCE]);
  const result = { faults: [], missing: [], stale: [], records: {} };
  for (const [language, sentences] of Object.entries(texts)) {
    if (flatten(sentences).some(([, sentence]) => sentence === ""))
      result.faults.push(`${language}: a sentence is empty`);
    if (OUTLET_COUNT.test(JSON.stringify(sentences)))
      result.faults.push(`${language}: a sentence says how many outlets there are`);
  }
  const translations = Object.entries(texts)
    .filter(([language]) => language !== REFERENCE)
    .map(([language, sentences]) => [language, grouped(sentences)]);
  for (const [language, translation] of translations) {
    for (const [stem, forms] of translation) {
      const names = english.has(stem) ? namesIn(language, stem, english.get(stem)) : [];
      for (const name of forms.keys())
        if (!names.includes(name)) result.faults.push(`${language}: ${name} is not in English`);
    }
  }
  for (const [stem, forms] of english) {
    const before = readRecord(records[stem]);
    const now = hash(forms);
    const parts = [now];
    for (const [language, translation] of translations) {
      const own = translation.get(stem) ?? new Map();
      const names = namesIn(language, stem, forms);
      for (const name of names.filter((each) => !own.has(each)))
        result.missing.push(`${language}: ${name}`);
      for (const [name, sentence] of own) {
        const original = forms.get(name) ?? forms.get(`${stem}_other`) ?? sentence;
        if (openPlaces(original) !== openPlaces(sentence))
          result.faults.push(
            `${language}: ${name} has "${openPlaces(sentence)}", English "${openPlaces(original)}"`,
          );
      }
      if (own.size === 0) continue;
      const recorded = before.translations.get(language);
      const isSame = recorded?.own === hash(own);
      const isStale = isSame && (recorded.isStale || before.english !== now);
      if (isStale) result.stale.push(`${language}: ${stem}`);
      parts.push(`${language}:${hash(own)}${isStale ? "!" : ""}`);
    }
    result.records[stem] = parts.join(" ");
  }
  return result;
}

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** The texts of a project: `{ "sign-in": { en: {…}, ms: {…} } }`, from every `texts/<language>/<namespace>.json`. */
function textsOf(project) {
  const texts = {};
  for (const file of readdirSync(join(project, "src"), { recursive: true }).sort()) {
    const folder = dirname(file);
    if (!file.endsWith(".json") || basename(dirname(folder)) !== "texts") continue;
    (texts[basename(file, ".json")] ??= {})[basename(folder)] = readJson(
      join(project, "src", file),
    );
  }
  return texts;
}

const projects = () =>
  ["apps", "libs"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .filter((project) => existsSync(join(project, "package.json")));

/**
 * Compares all texts of the repository with their English.
 *
 * @param {{ record?: boolean, accepted?: string[] }} [options] `record` writes down what each translation was made from;
 *   `accepted` are namespaces whose translations are right for the English of now
 * @returns lines such as `ms: profile edit.saved`
 */
export function compareTexts({ record = false, accepted = [] } = {}) {
  const all = { faults: [], missing: [], stale: [] };
  const texts = projects().map((project) => [project, textsOf(project)]);
  const languages = new Set(texts.flatMap(([, own]) => Object.values(own).flatMap(Object.keys)));
  for (const [project, own] of texts) {
    const file = join(project, "translations.json");
    const known = existsSync(file) ? readJson(file) : {};
    const records = {};
    for (const [namespace, sentences] of Object.entries(own)) {
      const inAll = Object.fromEntries([...languages].map((each) => [each, sentences[each] ?? {}]));
      const before = accepted.includes(namespace) ? {} : known[namespace];
      const { records: ownRecords, ...found } = compare(inAll, before);
      records[namespace] = ownRecords;
      for (const [kind, lines] of Object.entries(found))
        all[kind].push(...lines.map((line) => line.replace(": ", `: ${namespace} `)));
    }
    if (record && Object.keys(records).length > 0)
      writeFileSync(file, `${JSON.stringify(records, null, 2)}\n`);
  }
  return all;
}
