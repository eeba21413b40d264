/** The signs of a card's or voucher's code (the API's `rules/cards.py`). */
export const SIGNS = "34679CDFGHJKMNPQRTVWXY";

const VOUCHER = 11;

/**
 * Whether twelve signs are a card's code or a voucher's, by the last one, which checks the others; null for a mistyped
 * one. Twin of `check_sign` in the API's `rules/cards.py`; the rows in `libs/api-client/cases/card-codes.json` hold the
 * two together.
 */
export function kindOfCode(signs: string): "card" | "voucher" | null {
  const size = SIGNS.length;
  const sum = Array.from(signs).reduceRight((total, sign, index) => {
    const value = SIGNS.indexOf(sign) * ((signs.length - index) % 2 === 0 ? 2 : 1);
    return total + Math.floor(value / size) + (value % size);
  }, 0);
  if (sum % size === 0) return "card";
  return (sum + VOUCHER) % size === 0 ? "voucher" : null;
}
