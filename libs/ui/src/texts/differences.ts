import type { Sentences } from "./catalogue.ts";

const PLURAL_ENDING = /_(zero|one|two|few|many|other)$/;

function flatten(sentences: Sentences, prefix = ""): [name: string, sentence: string][] {
  return Object.entries(sentences).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[prefix + name, value] as [string, string]]
      : flatten(value, `${prefix}${name}.`),
  );
}

/** What a sentence must keep in every language: its `{{placeholders}}` and its `<tags>`. */
function openPlaces(sentence: string): string[] {
  const places = [...sentence.matchAll(/\{\{\s*([\w.]+)|<\/?([\w-]+)\s*\/?>/g)];
  return [...new Set(places.map(([, value, tag]) => value ?? `<${tag}>`))].sort();
}

/** Open places by name. Languages have different numbers of plural forms, so those count as one sentence. */
function placesByName(sentences: Sentences): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>();
  for (const [name, sentence] of flatten(sentences)) {
    const stem = name.replace(PLURAL_ENDING, "");
    byName.set(stem, new Set([...(byName.get(stem) ?? []), ...openPlaces(sentence)]));
  }
  return byName;
}

/** Says, line by line, where a translation misses, adds or mangles sentences of the reference; empty when it is whole. */
export function differences(reference: Sentences, translation: Sentences): string[] {
  const wanted = placesByName(reference);
  const given = placesByName(translation);
  const missing = [...wanted.keys()]
    .filter((name) => !given.has(name))
    .map((name) => `missing: ${name}`);
  const extra = [...given.keys()]
    .filter((name) => !wanted.has(name))
    .map((name) => `extra: ${name}`);
  const mangled = [...wanted].flatMap(([name, places]) => {
    const other = given.get(name);
    if (!other || [...places].sort().join() === [...other].sort().join()) return [];
    return [`placeholders of ${name}: ${[...places].join(", ")} became ${[...other].join(", ")}`];
  });
  return [...missing, ...extra, ...mangled];
}
