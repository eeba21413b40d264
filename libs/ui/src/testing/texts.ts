import { describe, expect, test } from "vitest";

import type { Sentences } from "../i18n/i18n.ts";
import { LANGUAGES } from "../i18n/languages.ts";

const PLURAL_ENDING = /_(zero|one|two|few|many|other)$/;

function flatten(sentences: Sentences, prefix = ""): [name: string, sentence: string][] {
  return Object.entries(sentences).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[prefix + name, value] as [string, string]]
      : flatten(value, `${prefix}${name}.`),
  );
}

/** What a sentence must keep in every language: its `{{placeholders}}` with their formats, and its `<tags>`. */
function openPlaces(sentence: string): string {
  const places = sentence.match(/\{\{[^}]*\}\}|<\/?[\w-]+\s*\/?>/g) ?? [];
  return places
    .map((place) => place.replace(/\s/g, ""))
    .sort()
    .join(" ");
}

/** The names a language has to have: those of the reference, with a plural's endings of its own. */
function namesIn(language: string, reference: Map<string, string>): Map<string, string> {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const names = new Map<string, string>();
  for (const [name, sentence] of reference) {
    const stem = name.replace(PLURAL_ENDING, "");
    if (stem === name) names.set(name, sentence);
    else {
      for (const category of pluralCategories) {
        const own = `${stem}_${category}`;
        names.set(own, reference.get(own) ?? reference.get(`${stem}_other`) ?? sentence);
      }
    }
  }
  return names;
}

/**
 * Where a translation lacks, adds or changes sentences of the reference, one line each; empty when it is complete.
 *
 * @param language of the translation: it decides which plural forms there have to be
 */
export function differences(
  reference: Sentences,
  translation: Sentences,
  language: string,
): string[] {
  const wanted = namesIn(language, new Map(flatten(reference)));
  const given = new Map(flatten(translation));
  const missing = [...wanted.keys()]
    .filter((name) => !given.has(name))
    .map((name) => `missing: ${name}`);
  const extra = [...given.keys()]
    .filter((name) => !wanted.has(name))
    .map((name) => `extra: ${name}`);
  const mangled = [...wanted].flatMap(([name, sentence]) => {
    const other = given.get(name);
    if (other === undefined) return [];
    const [places, own] = [openPlaces(sentence), openPlaces(other)];
    return places === own ? [] : [`open places of ${name}: ${places} became ${own}`];
  });
  return [...missing, ...extra, ...mangled];
}

// Fifteen and nineteen, as a cardinal or an ordinal: how many outlets there are is counted, see `content/outlets.ts`.
const OUTLET_COUNT =
  /fifteen|nineteen|lima belas|sembilan belas|十五|十九|பதினைந்|பத்தொன்பது|สิบห้า|สิบเก้า|\b(?:15|19) (?:outlet|kitchen|cawangan|dapur|gerai|சமை|கிளை|สาขา|ครัว)/i;

/**
 * Tests the texts of a project: every language has exactly the sentences of English.
 *
 * @param files its `texts/<language>/<namespace>.json`, as `import.meta.glob` returns them
 */
export function testTexts(files: Record<string, Sentences>): void {
  const ofLanguage = (code: string): Sentences =>
    Object.fromEntries(
      Object.entries(files)
        .filter(([path]) => path.split("/").at(-2) === code)
        .map(([path, sentences]) => [path.split("/").at(-1)!, sentences]),
    );

  describe("the texts", () => {
    test.each(LANGUAGES)("$name has exactly the sentences of English", ({ code }) => {
      const english = ofLanguage("en");

      expect(Object.keys(english)).not.toEqual([]);
      expect(differences(english, ofLanguage(code), code)).toEqual([]);
    });

    test("no sentence writes by hand how many outlets there are", () => {
      const found = Object.entries(files).filter(([, sentences]) =>
        OUTLET_COUNT.test(JSON.stringify(sentences)),
      );

      expect(found.map(([path]) => path)).toEqual([]);
    });

    test("no sentence is empty", () => {
      for (const [path, sentences] of Object.entries(files)) {
        expect(JSON.stringify(sentences), path).not.toContain('""');
      }
    });
  });
}
