/** Points: twin of the API's `rules/points.py`. The rows in `cases/points.json` hold the two together. */

/** Why points moved (spec 000 §4). */
export const ACTION = {
  registration: 1,
  earned: 2,
  redeemed: 3,
  adjustmentIn: 4,
  adjustmentOut: 5,
} as const;

const NEGATIVE: readonly number[] = [ACTION.redeemed, ACTION.adjustmentOut];

/** The actions of the short lists (spec 000 §4). */
export const LISTED_ACTIONS = [ACTION.registration, ACTION.earned, ACTION.redeemed];

/** How many activities the recent list shows (spec 000 §4). */
export const RECENT_LIMIT = 3;

/** The points of an activity with their sign: actions 3 and 5 take away. The wire gives them unsigned. */
export function signedPoints(actionId: number, points: number): number {
  return NEGATIVE.includes(actionId) && points !== 0 ? -points : points;
}
