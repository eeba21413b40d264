/** The shortest and the longest PIN of a cashier. */
export const MIN_PIN = 4;
export const MAX_PIN = 6;

/** The digits, and the columns of a number pad, whose 0 is below each of them. */
const ROWS = ["01234567890", "147258369", "1470", "2580", "3690"];

/**
 * Whether this may be a PIN: 4 to 6 digits, and none of those that are tried first. Twin of `problem_with_pin` in the
 * API's `rules/staff.py`; the rows in `libs/api-client/cases/pins.json` hold the two together.
 */
export function isGoodPin(pin: string): boolean {
  const backwards = Array.from(pin).toReversed().join("");
  const repeatsItself = (pin + pin).slice(1, -1).includes(pin);
  const isRow = ROWS.some((row) => row.includes(pin) || row.includes(backwards));
  return /^[0-9]{4,6}$/.test(pin) && !repeatsItself && !isRow && !/^(19|20)[0-9]{2}$/.test(pin);
}
