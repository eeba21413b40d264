/** The languages whose catalogues are complete, by their own names, in the order of spec 001 §9; no other is offered. */
export const LANGUAGES = [
  { code: "en", name: "English" },
  { code: "ms", name: "Bahasa Melayu" },
  { code: "zh", name: "中文" },
  { code: "ta", name: "தமிழ்" },
  { code: "th", name: "ไทย" },
  { code: "id", name: "Bahasa Indonesia" },
] as const satisfies readonly { code: string; name: string }[];

export type LanguageCode = (typeof LANGUAGES)[number]["code"];

/** Whether this app has a language. */
export const isLanguage = (code: string): code is LanguageCode =>
  LANGUAGES.some((language) => language.code === code);
