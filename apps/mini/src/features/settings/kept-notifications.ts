import { DEFAULT_PREFERENCES, keptSection, type Preferences } from "@loyalty/api-client";

/** Read here and never written (spec 001 §3): the API keeps what is saved. */
const KEY = "notificationPreferences";

/**
 * The notification preferences this browser was left with, shown until the API has answered. What is no such thing
 * is ignored and logged (spec 001 §8).
 */
export function keptNotifications(): Preferences["notifications"] {
  let text: string | null = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    // A browser that keeps nothing has kept nothing.
  }
  const kept = text === null ? null : keptSection("notifications", text);
  if (text !== null && kept === null) {
    // oxlint-disable-next-line no-console -- the document wants it logged
    console.warn(`${KEY} in this browser's storage is not readable and was ignored`);
  }
  return kept ?? DEFAULT_PREFERENCES.notifications;
}
