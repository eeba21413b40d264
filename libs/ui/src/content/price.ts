/** An amount in sen as money in the reader's language: 1190 is `RM 11.90`. */
export function price(sen: number, language: string): string {
  return new Intl.NumberFormat(language === "en" ? "en-MY" : language, {
    style: "currency",
    currency: "MYR",
    currencyDisplay: "narrowSymbol",
  }).format(sen / 100);
}
