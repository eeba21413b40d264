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
const LISTED: readonly number[] = [ACTION.registration, ACTION.earned, ACTION.redeemed];

/** How many activities the recent list shows (spec 000 §4). */
export const RECENT_LIMIT = 3;

/** The points of an activity with their sign: actions 3 and 5 take away. The wire gives them unsigned. */
export function signedPoints(actionId: number, points: number): number {
  return NEGATIVE.includes(actionId) && points !== 0 ? -points : points;
}

/** Whether the short lists show an action: 1, 2 and 3 only. */
export function isListedActivity(actionId: number): boolean {
  return LISTED.includes(actionId);
}

/** The activities that the recent list shows, in the order they came. */
export function recentActivities<T extends { actionId: number }>(activities: readonly T[]): T[] {
  return activities.filter(({ actionId }) => isListedActivity(actionId)).slice(0, RECENT_LIMIT);
}
