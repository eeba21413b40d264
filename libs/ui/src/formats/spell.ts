import type { Preferences } from "@loyalty/api-client";

/** What a member chose in the language settings. */
export type LanguageSettings = Preferences["language"];

/** How to write: the reader's language and, where she chose any, her formats. Without them it is written as the language does. */
export interface Style {
  language: string;
  chosen: Pick<LanguageSettings, "dateFormat" | "timeFormat" | "currency" | "numberFormat"> | null;
}

/** Whether there is an instant at all: what cannot be read is written as nothing. */
const isInstant = (instant: Date) => !Number.isNaN(instant.getTime());

/** The server speaks UTC; members read Malaysia's clock, wherever their device is (spec 000 §1). */
const MALAYSIA = "Asia/Kuala_Lumpur";

/** An instant's day in Malaysia: `1 Feb 2026`, or `01/02/2026` where that was chosen. */
export const spellDate = (iso: string, style: Style): string =>
  dayOf(new Date(iso), MALAYSIA, style);

/** A calendar day (`YYYY-MM-DD`, a birthday), which is the same day in every time zone. */
export const spellDay = (day: string, style: Style, month: "short" | "long" = "short"): string =>
  isPlain(style) ? plainDay(day, month) : dayOf(new Date(`${day}T00:00:00Z`), "UTC", style, month);

/**
 * An instant's time of day in Malaysia: `21:05` or `9:05 PM`.
 *
 * @param precision `seconds` for a clock that is seen to move: `21:05:09`
 */
export const spellTime = (iso: string, style: Style, precision?: "seconds"): string =>
  timeOf(new Date(iso), MALAYSIA, style, precision);

/** A time on the wall, `22:00`, as the reader says it. */
export function spellClock(time: string, style: Style): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  if (isPlain(style)) return plainClock(hours, minutes);
  return timeOf(new Date(Date.UTC(2000, 0, 1, hours, minutes)), "UTC", style);
}

/** An instant's day and time in Malaysia. */
export function spellDateTime(iso: string, style: Style): string {
  if (!isInstant(new Date(iso))) return "";
  if (style.chosen) return `${spellDate(iso, style)}, ${spellTime(iso, style)}`;
  const options = { dateStyle: "medium", timeStyle: "short", timeZone: MALAYSIA } as const;
  return new Intl.DateTimeFormat(regional(style.language), options).format(new Date(iso));
}

/** An instant's month in Malaysia: `March 2024`. */
export const spellMonth = (iso: string, { language }: Style): string =>
  isInstant(new Date(iso))
    ? new Intl.DateTimeFormat(regional(language), {
        month: "long",
        year: "numeric",
        timeZone: MALAYSIA,
      }).format(new Date(iso))
    : "";

/** A number with its groups and its decimal sign: `1,234.5`. */
export function spellNumber(
  value: number,
  style: Style,
  options?: Intl.NumberFormatOptions,
): string {
  const { language, chosen } = style;
  if (isPlain(style) && !options) return plainNumber(value);
  if (!chosen) return new Intl.NumberFormat(regional(language), options).format(value);
  const signs = SIGNS[chosen.numberFormat];
  return new Intl.NumberFormat("en", options)
    .formatToParts(value)
    .map(({ type, value: part }) => (type in signs ? signs[type as keyof typeof signs] : part))
    .join("");
}

/**
 * An amount in sen. It is ringgit whatever was chosen, for nobody here knows an exchange rate: `RM 11.90`, and
 * `MYR 11.90` for whoever reckons in another currency, so that it is not taken for that one.
 *
 * @param whole leaves out `.00`
 */
export function spellMoney(sen: number, style: Style, { whole = false } = {}): string {
  const trailingZeroDisplay = whole ? "stripIfInteger" : "auto";
  if (isPlain(style)) return plainMoney(sen, whole);
  if (!style.chosen) {
    return new Intl.NumberFormat(regional(style.language), {
      style: "currency",
      currency: "MYR",
      currencyDisplay: "narrowSymbol",
      trailingZeroDisplay,
    }).format(sen / 100);
  }
  const amount = spellNumber(sen / 100, style, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay,
  });
  return `${style.chosen.currency === "MYR" ? "RM" : "MYR"}\u00A0${amount}`;
}

/** Names in a sentence: `Bowl, Tea, and Table`. */
export function spellList(names: readonly string[], { language }: Style): string {
  if (language === "en") return plainList(names);
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

// What the language's own formats write in English, to the letter. The first format a browser makes loads its tables in
// one long task, a tenth of a second on a slow telephone, and every first visit reads prices and days in English.

const isPlain = ({ language, chosen }: Style): boolean => language === "en" && !chosen;

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

function plainDay(day: string, month: "short" | "long"): string {
  const [year, nth, date] = day.split("-").map(Number);
  const name = MONTHS[Number(nth) - 1] ?? "";
  // Malaysia's English shortens September as Britain's does.
  const shown = month === "long" ? name : name.slice(0, name === "September" ? 4 : 3);
  return `${date} ${shown} ${year}`;
}

function plainMoney(sen: number, whole: boolean): string {
  const [ringgit = "", rest = ""] = (Math.abs(sen) / 100).toFixed(2).split(".");
  const sign = sen < 0 ? "-" : "";
  return `${sign}RM\u00A0${grouped(ringgit)}${whole && rest === "00" ? "" : `.${rest}`}`;
}

function plainNumber(value: number): string {
  const [whole = "", rest] = String(Math.round(Math.abs(value) * 1000) / 1000).split(".");
  return `${value < 0 ? "-" : ""}${grouped(whole)}${rest ? `.${rest}` : ""}`;
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

const plainClock = (hours: number, minutes: number) =>
  `${hours % 12 || 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;

function plainList(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  if (names.length < 3) return names.join(" and ");
  return `${names.slice(0, -1).join(", ")}, and ${last}`;
}

const SIGNS = {
  "1,234.56": { group: ",", decimal: "." },
  "1.234,56": { group: ".", decimal: "," },
  "1 234.56": { group: "\u00A0", decimal: "." },
} as const;

function dayOf(
  instant: Date,
  timeZone: string,
  { language, chosen }: Style,
  month: "short" | "long" = "short",
): string {
  if (!isInstant(instant)) return "";
  if (!chosen) {
    const options = { day: "numeric", month, year: "numeric", timeZone } as const;
    return new Intl.DateTimeFormat(regional(language), options).format(instant);
  }
  const named = chosen.dateFormat === "DD MMM YYYY";
  const part = Object.fromEntries(
    new Intl.DateTimeFormat(named ? regional(language) : "en-GB", {
      day: "2-digit",
      month: named ? "short" : "2-digit",
      year: "numeric",
      timeZone,
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const { day = "", month: name = "", year = "" } = part;
  switch (chosen.dateFormat) {
    case "DD/MM/YYYY":
      return `${day}/${name}/${year}`;
    case "MM/DD/YYYY":
      return `${name}/${day}/${year}`;
    case "YYYY-MM-DD":
      return `${year}-${name}-${day}`;
    case "DD MMM YYYY":
      return `${day} ${name} ${year}`;
  }
}

function timeOf(
  instant: Date,
  timeZone: string,
  { language, chosen }: Style,
  precision?: "seconds",
): string {
  if (!isInstant(instant)) return "";
  const hours24 = chosen?.timeFormat === "24";
  // American English spells the day's halves AM and PM, as the documents do.
  const locale = language === "en" ? "en-US" : language;
  return new Intl.DateTimeFormat(locale, {
    hour: hours24 ? "2-digit" : "numeric",
    minute: "2-digit",
    ...(precision && { second: "2-digit" }),
    timeZone,
    ...(chosen && { hourCycle: hours24 ? "h23" : "h12" }),
  }).format(instant);
}

// English without a region would put the month first; Thai would count Buddhist years.
function regional(locale: string): string {
  if (locale === "en") return "en-MY";
  return locale.startsWith("th") ? `${locale}-u-ca-gregory` : locale;
}
