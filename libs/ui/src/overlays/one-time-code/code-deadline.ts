/** Life of a code when the server names none (spec 000 §9). */
export const CODE_LIFE_S = 120;

/** No code lives longer than this, so a longer life means that this device's clock is wrong. */
const LONGEST_LIFE_S = 600;

/**
 * When a code that was just sent ends, on this device's clock in milliseconds.
 *
 * Counted from `expiredAt` when the server says it (spec 000 §4), else 120 s. A device whose clock is off would see
 * a fresh code as dead or as good for hours: then the default is nearer to the truth, and the server decides anyway.
 */
export function codeDeadline(expiredAt: string | null | undefined, now = Date.now()): number {
  const told = expiredAt ? Date.parse(expiredAt) : Number.NaN;
  const life = (told - now) / 1000;
  return life > 0 && life <= LONGEST_LIFE_S ? told : now + CODE_LIFE_S * 1000;
}
