import group from "../../../../group.json" with { type: "json" };

/** The languages whose catalogues are complete, by their own names. */
const NAMES = {
  en: "English",
  ms: "Bahasa Melayu",
  zh: "中文",
  ta: "தமிழ்",
  th: "ไทย",
  id: "Bahasa Indonesia",
};

export type LanguageCode = keyof typeof NAMES;

/** The languages that the group offers, in its order (ours: spec 001 §9). */
export const LANGUAGES = (group.languages as LanguageCode[]).map((code) => ({
  code,
  name: NAMES[code],
}));

/** Whether a language is offered. */
export const isLanguage = (code: string): code is LanguageCode =>
  LANGUAGES.some((language) => language.code === code);
