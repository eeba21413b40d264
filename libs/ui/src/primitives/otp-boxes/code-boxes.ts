/** A one-time code has six digits, spec 000 §9. */
export const CODE_LENGTH = 6;

/**
 * At sign-in pasted text must be exactly six digits; at registration it is cut to six (spec 000 §5). Both count what is
 * left of it once a message is taken to pieces (`docs/readings.md`).
 */
export type PasteRule = "exact6" | "cut6";

/** Six digits in a row, or twice three; never a part of a longer number. */
const IN_ONE = /(?<!\d)\d{6}(?!\d)/g;
const IN_TWO = /(?<!\d[\s-]?)\d{3}[\s-]\d{3}(?![\s-]?\d)/g;

/**
 * The digits that a pasted text stands for under a rule, or null when it is refused.
 *
 * @param text a code, `123 456`, or the message it came in
 */
export function pastedCode(text: string, rule: PasteRule): string | null {
  const digits = text.replace(/\D/g, "");
  const code = onlyOne(text, IN_ONE) ?? onlyOne(text, IN_TWO);
  if (code !== null) return code;
  if (rule === "exact6") return digits.length === CODE_LENGTH ? digits : null;
  return digits.slice(0, CODE_LENGTH) || null;
}

/** The digits that a pattern finds in a text; null when it finds none, or several that differ. */
function onlyOne(text: string, pattern: RegExp): string | null {
  const found = new Set(text.match(pattern)?.map((match) => match.replace(/\D/g, "")));
  return found.size === 1 ? [...found][0]! : null;
}

/** What a box holds after its text became `typed`: the new digit wins over the one that was there. */
export function newestDigit(before: string, typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (typed !== "" && digits === "") return before;
  const index = digits.indexOf(before);
  const others =
    before === "" || index < 0 ? digits : digits.slice(0, index) + digits.slice(index + 1);
  return (others || digits).slice(0, 1);
}

/** A code spread over the boxes, from the first one. */
export function spread(code: string): string[] {
  return Array.from({ length: CODE_LENGTH }, (_, position) => code[position] ?? "");
}
