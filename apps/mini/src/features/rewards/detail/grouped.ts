const GROUP = 4;

/** A code in groups of four, as it is read out; the signs it may carry between them are left away. */
export function grouped(code: string): string[] {
  return code.replaceAll(/[^0-9A-Za-z]/g, "").match(new RegExp(`.{1,${GROUP}}`, "g")) ?? [];
}
