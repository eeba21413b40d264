import type { Tier } from "../wire.ts";

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

/** `statusId` of a bill (docs/specification.md): waiting for our staff, counted, taken back. */
export const BILL_STATUS = { pending: 1, verified: 2, takenBack: 3 } as const;

/** The actions of the short lists (spec 000 §4). */
export const LISTED_ACTIONS = [ACTION.registration, ACTION.earned, ACTION.redeemed];

/** How many activities the recent list shows (spec 000 §4). */
export const RECENT_LIMIT = 3;

/** The points of an activity with their sign: actions 3 and 5 take away. The wire gives them unsigned. */
export function signedPoints(actionId: number, points: number): number {
  return NEGATIVE.includes(actionId) && points !== 0 ? -points : points;
}

/**
 * Tiers: twin of the API's `rules/tiers.py`. The rows in `cases/tiers.json` hold the two together.
 *
 * Screens of a member use the API's records; this table is for texts before a sign-in
 * signed in, and reaches the numbers a record lacks.
 */

export interface TierRule {
  level: number;
  name: string;
  floor: number;
  /** Points for a ringgit, in tenths: 12 is 1.2. */
  multiplierTenths: number;
  /** The points that lead to the next tier; 0 at the top. */
  upLevelPointAmount: number;
}

/** The tiers of spec 000 §9, lowest first. */
export const TIERS: readonly [TierRule, ...TierRule[]] = [
  { level: 0, name: "Basic", floor: 0, multiplierTenths: 10, upLevelPointAmount: 1500 },
  { level: 1, name: "Plus", floor: 1500, multiplierTenths: 12, upLevelPointAmount: 5000 },
  { level: 2, name: "Elite", floor: 5000, multiplierTenths: 15, upLevelPointAmount: 10_000 },
  { level: 3, name: "Royal", floor: 10_000, multiplierTenths: 20, upLevelPointAmount: 0 },
];

/**
 * The tiers as the API has them now.
 *
 * @param records `GET /membership`, lowest first; an API from before `multiplier` leaves the table's
 */
export function tiersOf(
  records: readonly (Omit<Tier, "id" | "multiplier"> & { multiplier?: string })[],
): readonly TierRule[] {
  return records.map(({ level, name, upLevelPointAmount, multiplier }, position) => ({
    level,
    name,
    floor: records[position - 1]?.upLevelPointAmount ?? 0,
    multiplierTenths:
      multiplier === undefined
        ? (TIERS[level]?.multiplierTenths ?? 10)
        : Math.round(Number(multiplier) * 10),
    upLevelPointAmount,
  }));
}

/**
 * The tier above a level, or null at the top.
 *
 * @param tiers the API's records, or the table above
 */
export function nextTier<T extends { level: number }>(
  level: number,
  tiers: readonly T[],
): T | null {
  return tiers.find((tier) => tier.level === level + 1) ?? null;
}

/** How full the bar to the next tier is, 0 to 100; full when there is no threshold (spec 000 §4). */
export function tierProgress(points: number, upLevelPointAmount: number): number {
  if (upLevelPointAmount === 0) return 100;
  return Math.min(100, (points / upLevelPointAmount) * 100);
}

/** The points still missing to the next tier; 0 at the top and beyond. */
export function pointsToGo(points: number, upLevelPointAmount: number): number {
  return Math.max(0, upLevelPointAmount - points);
}

/** What the navigation calls a level (spec 000 §2): keys for the texts catalogue. */
const NAV_TIERS = ["bronze", "silver", "gold", "platinum"] as const;

/** The navigation's name of a level; a level beyond the four is named like the nearest. */
export function navTier(level: number) {
  return NAV_TIERS[Math.min(Math.max(level, 0), NAV_TIERS.length - 1)] ?? "bronze";
}

/** The points of a bill: floor(ringgit times multiplier) (spec 000 §9), in sen and tenths (1.2 is 12). */
export const earned = (netSen: number, multiplierTenths: number): number =>
  Math.floor((netSen * multiplierTenths) / 1000);

/** An amount of the wire, `"45.90"`, in sen. */
export const senOf = (ringgit: string): number => Math.round(Number(ringgit) * 100);

/** Sen as the wire has them: `"45.90"`. */
export const ringgitOf = (sen: number): string => (sen / 100).toFixed(2);

/** An amount as a user typed it, `45.9` or `1,250.00`, as the wire has it; null: it is none. */
export function typedRinggit(typed: string): string | null {
  const amount = typed.trim();
  if (!/^([0-9]{1,7}|[0-9]{1,3}(,[0-9]{3}){1,2})(\.[0-9]{1,2})?$/.test(amount)) return null;
  return ringgitOf(senOf(amount.replaceAll(",", "")));
}
