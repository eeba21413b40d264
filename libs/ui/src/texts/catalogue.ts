import { i18n, REFERENCE_LANGUAGE } from "./i18n.ts";

/** Sentences by name; a name may hold further names. */
export interface Sentences {
  [name: string]: string | Sentences;
}

type WithoutPlural<Name extends string> =
  Name extends `${infer Stem}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Stem : Name;

/** Every name in a catalogue, inner ones joined by dots, plural endings left out. */
export type TextName<S> = {
  [Name in keyof S & string]: S[Name] extends string
    ? WithoutPlural<Name>
    : `${Name}.${TextName<S[Name]>}`;
}[keyof S & string];

/** What a sentence leaves open; `count` also chooses the plural. */
export type TextValues = Record<string, string | number>;

/** Says one sentence of a catalogue in the reader's language. */
export type Say<S> = (name: TextName<S>, values?: TextValues) => string;

/** One namespace of sentences, as `useTexts` takes it. */
export interface Catalogue<S extends Sentences> {
  namespace: string;
  /** Says a sentence outside React, e.g. in a page's `meta`. Components use `useTexts`, which follows the language. */
  say: Say<S>;
  /** Only its type is read: the names of the sentences. */
  readonly english?: S;
}

/**
 * Makes a namespace known together with its English sentences. Whoever imports the catalogue carries its
 * sentences, and no other's: that keeps a page's first bundle to the words it shows.
 *
 * @param namespace name of the JSON file, e.g. `sign-in` for `en/sign-in.json`
 */
export function catalogue<const S extends Sentences>(namespace: string, english: S): Catalogue<S> {
  // Nobody changes the sentences, so they are not copied: there are hundreds before a page's first words.
  const asTheyAre = { silent: true, skipCopy: true };
  i18n.addResourceBundle(REFERENCE_LANGUAGE, namespace, english, false, false, asTheyAre);
  return { namespace, say: (name, values) => i18n.t(name, { ns: namespace, ...values }) };
}
