/**
 * Days, times, numbers and amounts as their reader reads them. The API writes messages alike (`rules/formats.py`); the
 * rows in `cases/formats.json` hold the two together.
 */
import { country, currency, TIME_ZONE } from "@loyalty/api-client/group";
import type { Preferences } from "@loyalty/api-client/wire";

/** What a member chose in the language settings (spec 001 §3). */
export type LanguageSettings = Preferences["language"];

/** The user's language and, where they chose any, their formats. Without a choice the language's own formats hold. */
export interface FormatOptions {
  language: string;
  settings: LanguageSettings | null;
}

let current: FormatOptions = { language: "en", settings: null };

export const currentFormats = (): FormatOptions => current;

/** Sets the formats of this page. Only `i18n.ts` calls it, which then re-renders the page. */
export function setCurrentFormats(change: Partial<FormatOptions>): void {
  current = { ...current, ...change };
}

/** Whether there is an instant at all: what cannot be read is written as nothing. */
const isInstant = (instant: Date) => !Number.isNaN(instant.getTime());

/** English without a region would put the month first; Thai would count Buddhist years. */
function localeOf(language: string): string {
  if (language === "en") return `en-${country.code}`;
  return language.startsWith("th") ? `${language}-u-ca-gregory` : language;
}

/** Making a formatter costs a hundred times what using it does, and a page has the same few again and again. */
function cachedFormatters<Options, Formatter>(
  Format: new (locale: string, options: Options) => Formatter,
) {
  const kept = new Map<string, Formatter>();
  return (locale: string, options: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`;
    if (!kept.has(key)) kept.set(key, new Format(locale, options));
    return kept.get(key)!;
  };
}

const dateFormat = cachedFormatters(Intl.DateTimeFormat);
const numberFormat = cachedFormatters(Intl.NumberFormat);

/** An instant's day in the group's country: `1 Feb 2026`, or `01/02/2026` where that was chosen. */
export const formatDate = (iso: string, options = current): string =>
  dayOf(new Date(iso), TIME_ZONE, options);

/** The last day in the group's country of what is over at an instant: that before it where the instant is midnight. */
export function formatLastDay(endsAt: string, options = current): string {
  const last = new Date(Date.parse(endsAt) - 1);
  return isInstant(last) ? formatDate(last.toISOString(), options) : "";
}

/** A calendar day (`YYYY-MM-DD`, a birthday), the same in every time zone; its month in full only without chosen formats. */
export const formatDay = (
  day: string,
  month: "short" | "long" = "short",
  options = current,
): string => dayOf(new Date(`${day}T00:00:00Z`), "UTC", options, month);

/** The weekday of a calendar day (`YYYY-MM-DD`): `Sunday`. */
export const formatWeekday = (day: string, { language } = current): string =>
  dateFormat(localeOf(language), { weekday: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** An instant's month in the group's country: `March 2024`. */
export function formatMonth(iso: string, { language } = current): string {
  const instant = new Date(iso);
  if (!isInstant(instant)) return "";
  const parts = { month: "long", year: "numeric", timeZone: TIME_ZONE } as const;
  return dateFormat(localeOf(language), parts).format(instant);
}

/** The name of a month, 1 is January. */
export const formatMonthName = (month: number, { language } = current): string =>
  dateFormat(localeOf(language), { month: "long", timeZone: "UTC" }).format(
    new Date(Date.UTC(2000, month - 1)),
  );

/**
 * An instant's time of day in the group's country: `21:05` or `9:05 PM`.
 *
 * @param precision `seconds` for a clock that is seen to move: `21:05:09`
 */
export const formatTime = (iso: string, precision?: "seconds", options = current): string =>
  timeOf(new Date(iso), TIME_ZONE, options, precision);

/** A time of day in the group's country as a sign has it, `22:00`. */
export function formatClock(time: string, options = current): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return timeOf(new Date(Date.UTC(2000, 0, 1, hours, minutes)), "UTC", options);
}

/** An instant's day and time in the group's country. */
export function formatDateTime(iso: string, options = current): string {
  const instant = new Date(iso);
  if (!isInstant(instant)) return "";
  // In English too, so that its time is written like every other.
  if (options.settings || options.language === "en") {
    return `${formatDate(iso, options)}, ${formatTime(iso, undefined, options)}`;
  }
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: TIME_ZONE } as const;
  return dateFormat(localeOf(options.language), style).format(instant);
}

const MINUTE_MS = 60_000;
const AGES = [
  ["day", 24 * 60 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
] as const;

/** The largest whole unit of an age (ms), up to days, and how often it is in there; null below a minute. */
export function largestUnit(age: number) {
  const [unit, ms] = AGES.find(([, each]) => age >= each) ?? [];
  return unit ? { unit, count: Math.floor(age / ms) } : null;
}

/** How long ago an instant was, in its largest whole unit up to days: `2 days ago`; within a minute `now`. */
export function formatAge(iso: string, now: number, { language } = current): string {
  const ago = now - Date.parse(iso);
  if (Number.isNaN(ago)) return "";
  const age = largestUnit(ago);
  const format = new Intl.RelativeTimeFormat(language, { numeric: age ? "always" : "auto" });
  return format.format(-(age?.count ?? 0), age?.unit ?? "second");
}

const SIGNS = {
  "1,234.56": { group: ",", decimal: "." },
  "1.234,56": { group: ".", decimal: "," },
  "1 234.56": { group: "\u00A0", decimal: "." },
} as const;

/** A number with its groups and its decimal sign: `1,234.5`. */
export function formatNumber(
  value: number,
  style: Intl.NumberFormatOptions = {},
  { language, settings } = current,
): string {
  if (!settings) return numberFormat(localeOf(language), style).format(value);
  const signs = SIGNS[settings.numberFormat];
  return numberFormat("en", style)
    .formatToParts(value)
    .map(({ type, value: part }) => (type in signs ? signs[type as keyof typeof signs] : part))
    .join("");
}

/**
 * An amount in sen (or cents). It is the group's currency whatever was chosen, for nobody here knows an exchange rate:
 * `RM 11.90`, and `MYR 11.90` for readers of another currency, so that it is not taken for that one.
 *
 * @param whole leaves out `.00`
 */
export function formatMoney(sen: number, { whole = false } = {}, options = current): string {
  const digits = {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay: whole ? "stripIfInteger" : "auto",
  } as const;
  const isOwn = (options.settings?.currency ?? currency.code) === currency.code;
  const sign = isOwn ? currency.sign : currency.code;
  return `${sign}\u00A0${formatNumber(sen / 100, digits, options)}`;
}

/** Names in a sentence: `Bowl, Tea, and Table`. */
export const formatList = (names: readonly string[], { language } = current): string =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(names);

/** Where days are written in each order. */
const LOCALES = { "DD/MM/YYYY": "en-GB", "MM/DD/YYYY": "en-US", "YYYY-MM-DD": "sv" } as const;

function dayOf(
  instant: Date,
  timeZone: string,
  { language, settings }: FormatOptions,
  month: "short" | "long" = "short",
): string {
  if (!isInstant(instant)) return "";
  if (!settings) {
    const parts = { day: "numeric", month, year: "numeric", timeZone } as const;
    return dateFormat(localeOf(language), parts).format(instant);
  }
  const digits = { day: "2-digit", month: "2-digit", year: "numeric", timeZone } as const;
  const inOrder = (locale: string) => dateFormat(locale, digits).format(instant);
  if (settings.dateFormat !== "DD MMM YYYY") return inOrder(LOCALES[settings.dateFormat]);
  const [day, , year] = inOrder(LOCALES["DD/MM/YYYY"]).split("/");
  const style = { month: "short", timeZone } as const;
  return `${day} ${dateFormat(localeOf(language), style).format(instant)} ${year}`;
}

function timeOf(
  instant: Date,
  timeZone: string,
  { language, settings }: FormatOptions,
  precision?: "seconds",
): string {
  if (!isInstant(instant)) return "";
  const hours24 = settings?.timeFormat === "24";
  // American English writes AM and PM in capitals, as the documents do.
  return dateFormat(language === "en" ? "en-US" : language, {
    hour: hours24 ? "2-digit" : "numeric",
    minute: "2-digit",
    ...(precision && { second: "2-digit" }),
    timeZone,
    ...(settings && { hourCycle: hours24 ? "h23" : "h12" }),
  }).format(instant);
}
