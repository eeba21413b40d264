/**
 * Dates as people read them. The server speaks UTC; members read Malaysia's clock, wherever their device is
 * (spec 000 §1). A time zone does it, never an addition of hours.
 */
const MALAYSIA = "Asia/Kuala_Lumpur";

/** An instant's day in Malaysia: `formatDate("2026-01-31T16:00:00Z", "en")` → `1 Feb 2026`. */
export function formatDate(iso: string, locale: string): string {
  return format(iso, locale, { dateStyle: "medium", timeZone: MALAYSIA });
}

/** An instant's time of day in Malaysia. */
export function formatTime(iso: string, locale: string): string {
  return format(iso, locale, { timeStyle: "short", timeZone: MALAYSIA });
}

/** An instant's day and time in Malaysia. */
export function formatDateTime(iso: string, locale: string): string {
  return format(iso, locale, { dateStyle: "medium", timeStyle: "short", timeZone: MALAYSIA });
}

/** A calendar day (`YYYY-MM-DD`, a birthday), which is the same day in every time zone. */
export function formatDay(day: string, locale: string): string {
  return format(`${day}T00:00:00Z`, locale, { dateStyle: "medium", timeZone: "UTC" });
}

function format(iso: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(regional(locale), options).format(new Date(iso));
}

// English without a region would put the month first; Thai would count Buddhist years.
function regional(locale: string): string {
  if (locale === "en") return "en-MY";
  return locale.startsWith("th") ? `${locale}-u-ca-gregory` : locale;
}
