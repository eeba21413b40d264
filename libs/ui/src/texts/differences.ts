import type { Sentences } from "../i18n/i18n.ts";

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
 * Says, line by line, where a translation misses, adds or mangles sentences of the reference; empty when it is whole.
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
