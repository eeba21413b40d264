/** The entries of a list grouped by their day, in the order of the list. */
export function byDay<T extends { createdAt: string }>(
  entries: readonly T[],
  dayOf: (iso: string) => string,
): [day: string, entries: T[]][] {
  const days = new Map<string, T[]>();
  for (const entry of entries) {
    const day = dayOf(entry.createdAt);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
