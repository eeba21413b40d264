import type { FieldName } from "../../texts/content.ts";
import { entryName, type Names } from "./entry-words.ts";
import type { Fields, Shape } from "./shapes.ts";

/** A text that differs: its place in words, what is there now and what will be; null where there is nothing. */
export interface Difference {
  key: string;
  place: string;
  was: string | null;
  becomes: string | null;
}

/** The words of the reader's language. */
export interface Words {
  field: (name: FieldName) => string;
  order: string;
  yes: string;
  no: string;
}

interface Leaf {
  place: string;
  text: string;
}

/**
 * What differs between two documents of a kind, as members read it in a language.
 *
 * @param documents the one that is published, and the one that will be
 * @param names of what entries refer to, in each of the documents
 */
export function differences(
  fields: Fields,
  documents: readonly [object, object],
  language: string,
  words: Words,
  names: readonly [Names, Names],
): Difference[] {
  const [now, then] = [0, 1].map((side) => {
    const leaves = new Map<string, Leaf>();
    const at = side as 0 | 1;
    const reader = { leaves, language, words, names: names[at] };
    readRecord(fields, documents[at], { key: "", place: [] }, reader);
    return leaves;
  }) as [Map<string, Leaf>, Map<string, Leaf>];
  return [...new Set([...now.keys(), ...then.keys()])]
    .map((key) => ({
      key,
      place: (then.get(key) ?? now.get(key))?.place ?? key,
      was: now.get(key)?.text ?? null,
      becomes: then.get(key)?.text ?? null,
    }))
    .filter(({ was, becomes }) => was !== becomes);
}

interface Reader {
  leaves: Map<string, Leaf>;
  language: string;
  words: Words;
  names: Names;
}

interface Place {
  key: string;
  place: readonly string[];
}

function readRecord(fields: Fields, value: unknown, at: Place, reader: Reader) {
  const known = (value ?? {}) as Record<string, unknown>;
  for (const [name, shape] of Object.entries(fields) as [FieldName, Shape][]) {
    const place = [...at.place, reader.words.field(name)];
    read(shape, known[name], { key: `${at.key}/${name}`, place }, reader);
  }
}

function read(shape: Shape, value: unknown, at: Place, reader: Reader) {
  if (value === undefined || value === null || shape.is === "key") return;
  if (shape.is === "record") return readRecord(shape.fields, value, at, reader);
  if (shape.is === "list") return readList(shape, value as unknown[], at, reader);
  reader.leaves.set(at.key, { place: at.place.join(" · "), text: textOf(shape, value, reader) });
}

function readList(shape: Shape & { is: "list" }, entries: unknown[], at: Place, reader: Reader) {
  const titles: string[] = [];
  const seen = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const title = entryName(shape, entry, reader.names) || String(index + 1);
    titles.push(title);
    const id = idOf(shape, entry, index);
    // Two entries that cannot be told apart are told apart by their order.
    const times = seen.get(id) ?? 0;
    seen.set(id, times + 1);
    const place = { key: `${at.key}/${id}#${times}`, place: [...at.place, title] };
    if (shape.of.is === "record") readRecord(shape.of.fields, entry, place, reader);
    else read(shape.of, entry, { ...place, place: [...at.place, String(index + 1)] }, reader);
  }
  if (shape.of.is !== "record") return;
  const place = `${at.place.join(" · ")}: ${reader.words.order}`;
  reader.leaves.set(`${at.key}/order`, { place, text: titles.join(", ") });
}

/** By what an entry is the same in both documents: what names it to programs, else its place. */
function idOf(shape: Shape & { is: "list" }, entry: unknown, index: number): string {
  if (shape.of.is !== "record") return String(index);
  const known = entry as Record<string, unknown>;
  return String(known.id ?? known.dish ?? known.brand ?? index);
}

function textOf(shape: Shape, value: unknown, { language, words, names }: Reader): string {
  switch (shape.is) {
    case "translated": {
      const texts = value as Record<string, string | undefined>;
      return texts[language] ?? texts.en ?? "";
    }
    case "flag":
      return value ? words.yes : words.no;
    case "picture": {
      const { image, drawing } = value as { image?: string; drawing?: string };
      return image ?? drawing ?? "";
    }
    case "choice":
    case "dish":
      return names[shape.is](String(value));
    default:
      return String(value);
  }
}
