/** A one-time code has six digits, spec 000 §9. */
export const CODE_LENGTH = 6;

/** At sign-in pasted text must be exactly six digits; at registration it is cut to six (spec 000 §5). */
export type PasteRule = "exact6" | "cut6";

/** The digits that a pasted text stands for under a rule, or null when it is refused. */
export function pastedCode(text: string, rule: PasteRule): string | null {
  if (rule === "exact6") return /^\s*\d{6}\s*$/.test(text) ? text.trim() : null;
  return text.replace(/\D/g, "").slice(0, CODE_LENGTH) || null;
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
