/** Written in by scripts/language-packs.ts: where each language's texts are in this release, and what they weigh. */
declare const LANGUAGE_PACKS: Record<string, { address: string; bytes: number }>;

const packs = typeof LANGUAGE_PACKS === "undefined" ? {} : LANGUAGE_PACKS;

/** The address of a language's texts in this release. Its content is in its name, so that an open tab keeps its own. */
export function packAddress(code: string): string {
  const pack = packs[code];
  if (!pack) throw new Error(`This release has no texts in ${code}`);
  return pack.address;
}

/** How much room a language's texts take on a device, in bytes. */
export const packBytes = (code: string): number => packs[code]?.bytes ?? 0;
