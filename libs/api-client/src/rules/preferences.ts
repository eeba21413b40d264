import { currency } from "../group.ts";
import type { Preferences } from "../wire.ts";

type Currency = Preferences["language"]["currency"];

/** The defaults (spec 001 §3); the API has the same. */
export const DEFAULT_PREFERENCES: Preferences = {
  notifications: {
    pushEnabled: true,
    pointsNotifications: true,
    promotionsNotifications: true,
    orderNotifications: true,
    menuNotifications: false,
    weeklySummary: true,
    newsletter: true,
    birthdayOffers: true,
    securityNotifications: true,
    quietHoursEnabled: false,
    quietHoursStart: "22:00",
    quietHoursEnd: "08:00",
    notificationFrequency: "immediate",
  },
  language: {
    selectedLanguage: "en",
    dateFormat: "DD/MM/YYYY",
    timeFormat: "24",
    currency: currency.code as Currency,
    numberFormat: "1,234.56",
    autoTranslateMenu: true,
    showOriginalText: false,
    fallbackLanguage: "en",
  },
  privacy: { profileVisibility: "public", showActivityStatus: true, allowContact: true },
};

/** What may be chosen, in the order it is offered (spec 001 §3 and §9). */
export const PREFERENCE_CHOICES = {
  notificationFrequency: ["immediate", "daily", "weekly", "minimal"],
  selectedLanguage: ["en", "ms", "zh", "ta", "th", "id"],
  fallbackLanguage: ["en", "ms", "zh"],
  dateFormat: ["DD/MM/YYYY", "MM/DD/YYYY", "YYYY-MM-DD", "DD MMM YYYY"],
  timeFormat: ["12", "24"],
  currency: [...new Set([currency.code as Currency, "USD", "SGD", "EUR"] as const)],
  numberFormat: ["1,234.56", "1.234,56", "1 234.56"],
  profileVisibility: ["public", "members", "private"],
} as const satisfies Choices;

/** The fields of the sections that name something out of a list. */
type Fields = Preferences["notifications"] & Preferences["language"] & Preferences["privacy"];
type Choices = {
  [
    Field in keyof Fields as string extends Fields[Field]
      ? never
      : Fields[Field] extends string
        ? Field
        : never
  ]: readonly Fields[Field][];
};

/**
 * A section of preferences out of stored text. Missing fields get their default, unknown fields are left out.
 *
 * @returns the section, or null when the text is none: no JSON, no object, or a field of the wrong kind
 */
export function keptSection<Name extends keyof Preferences>(
  name: Name,
  text: string,
): Preferences[Name] | null {
  const defaults = Object.entries(DEFAULT_PREFERENCES[name]) as [string, unknown][];
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return null;
  const fields = kept as Record<string, unknown>;
  const section = defaults.map(([field, value]) => [field, fields[field] ?? value] as const);
  return section.every(([field, value]) => isGood(field, value))
    ? (Object.fromEntries(section) as unknown as Preferences[Name])
    : null;
}

const CLOCK = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

function isGood(field: string, value: unknown): boolean {
  const choices = (PREFERENCE_CHOICES as Record<string, readonly string[]>)[field];
  if (choices) return choices.includes(value as string);
  if (field.startsWith("quietHours") && field !== "quietHoursEnabled") {
    return typeof value === "string" && CLOCK.test(value);
  }
  return typeof value === "boolean";
}
