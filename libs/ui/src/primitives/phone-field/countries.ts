import table from "./countries.json";

/** One row of the calling codes, as the API lists them: `{ id: 1, name: "60" }`. */
export interface CallingCodeOption {
  id: number;
  name: string;
}

/** The default country, spec 000 §9. */
export const DEFAULT_CALLING_CODE = "60";

/** The countries (ISO 3166-1) behind a calling code, the main one first; empty when the code is unknown. */
export function countriesOf(callingCode: string): readonly string[] {
  return (table as Record<string, string[]>)[callingCode] ?? [];
}

/** The names of the countries behind a calling code in a language, or null when the code is unknown. */
export function countryNames(callingCode: string, language: string): string | null {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const countries = countriesOf(callingCode).map((country) => names.of(country) ?? country);
  return countries.length > 0 ? countries.join(" / ") : null;
}

/** Home first, the others by the name that a reader looks for, unknown ones last. */
export function sortedForReading<T extends CallingCodeOption>(
  codes: readonly T[],
  language: string,
): T[] {
  const collator = new Intl.Collator(language);
  const rank = (code: T) =>
    code.name === DEFAULT_CALLING_CODE ? 0 : countriesOf(code.name).length > 0 ? 1 : 2;
  const name = (code: T) => countryNames(code.name, language) ?? code.name;
  return [...codes].sort((a, b) => rank(a) - rank(b) || collator.compare(name(a), name(b)));
}
