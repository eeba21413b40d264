/** A `mailto:` address with its subject already written. */
export function mailLink(address: string, subject: string): string {
  return `mailto:${address}?subject=${encodeURIComponent(subject)}`;
}
