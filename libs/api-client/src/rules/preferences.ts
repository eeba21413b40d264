import type { Preferences } from "../wire.ts";

/** What holds until a member says otherwise (spec 001 §3); the API starts from the same. */
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
    currency: "MYR",
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
  currency: ["MYR", "USD", "SGD", "EUR"],
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
