/** An amount of the wire, `"45.90"`, in sen. */
export const senOf = (ringgit: string): number => Math.round(Number(ringgit) * 100);

/** An amount as somebody typed it, `45.9` or `45,90`, as the wire has it; null: it is none. */
export function typedRinggit(typed: string): string | null {
  const amount = typed.trim().replace(",", ".");
  return /^[0-9]{1,7}(\.[0-9]{1,2})?$/.test(amount) ? Number(amount).toFixed(2) : null;
}
