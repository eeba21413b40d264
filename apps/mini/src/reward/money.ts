import { i18n } from "@loyalty/ui";

/** An amount off the bill as a ticket says it: "5.00" is `RM 5`; null when it is nothing. */
export function amountOff(ringgit: string): string | null {
  const value = Number(ringgit);
  if (!(value > 0)) return null;
  return new Intl.NumberFormat(i18n.language === "en" ? "en-MY" : i18n.language, {
    style: "currency",
    currency: "MYR",
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  }).format(value);
}
