/**
 * The server's clock. What runs out at the counter runs out by it: a phone that is minutes wrong must not show a
 * member a time that the till does not know. Every answer's `Date` header sets it, to a second.
 */
let aheadMs = 0;

/** Takes the time of an answer; anything that is no date changes nothing. */
export function noteServerTime(date: string | null, receivedAt = Date.now()): void {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (!Number.isNaN(told)) aheadMs = told - receivedAt;
}

/** How far the server's clock is ahead of this device's, in ms. */
export const serverAheadMs = (): number => aheadMs;

/** The moment it is for the server; this device's own until an answer came. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
