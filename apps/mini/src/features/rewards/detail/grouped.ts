const GROUP = 4;

/** A code in groups of four, as it is read out. */
export function grouped(code: string): string[] {
  return code.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? [];
}
