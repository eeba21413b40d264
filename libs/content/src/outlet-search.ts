import { malaysianClock } from "@loyalty/api-client/rules/calendar";

import { addressLine, type Coordinates, type Outlet } from "./outlets.ts";

export type OutletFilter = "all" | "new" | "delivery";
export type OutletSort = "name" | "distance";

export interface OutletSearchOptions {
  /** Found in a name or an address, whatever the case (spec 001 §5). */
  query: string;
  filter: OutletFilter;
  sort: OutletSort;
  /** Where the user is, if known; without it there are no distances. */
  here: Coordinates | null;
  /** The time, which says what is new; null where it is not known yet, and then nothing is. */
  now: Date | null;
}

/** An outlet with its distance from the user, in km; null when unknown. */
export interface FoundOutlet {
  outlet: Outlet;
  km: number | null;
}

function matches(outlet: Outlet, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [outlet.name, addressLine(outlet)].some((text) => text.toLowerCase().includes(wanted));
}

function passes(outlet: Outlet, { filter, now }: OutletSearchOptions): boolean {
  if (filter === "new") return now !== null && isNew(outlet, now);
  return filter === "all" || outlet.features.includes("delivery");
}

/** Not by `localeCompare`: the browser's tables for it cost a first visit a long task, and the names are plain letters. */
function byLetters(one: string, other: string): number {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return first < second ? -1 : Number(first > second);
}

/** The outlets that match a wish, in its order. Distances nobody knows leave the order to the names. */
export function findOutlets(outlets: readonly Outlet[], wish: OutletSearchOptions): FoundOutlet[] {
  const { here } = wish;
  return outlets
    .filter((outlet) => passes(outlet, wish) && matches(outlet, wish.query))
    .map((outlet) => ({ outlet, km: here && distanceKm(here, outlet.coordinates) }))
    .sort((one, other) => {
      const byName = byLetters(one.outlet.name, other.outlet.name);
      return wish.sort === "name" ? byName : (one.km ?? 0) - (other.km ?? 0) || byName;
    });
}

const EARTH_RADIUS_KM = 6371; // spec 001 §9

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The distance between two points on the globe in kilometres, by haversine, to 0.1 km (spec 001 §9). */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const north = radians(to.lat - from.lat);
  const east = radians(to.lng - from.lng);
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(east / 2) ** 2;
  const arc = 2 * Math.asin(Math.min(1, Math.sqrt(chord)));
  return Math.round(EARTH_RADIUS_KM * arc * 10) / 10;
}

/** How many days an outlet is called new, its first one included (docs/specification.md). */
const NEW_FOR_DAYS = 90;
const DAY_MS = 86_400_000;

/** Whether an outlet counts as new at a moment: from its announcement until the end of its ninetieth day. */
export function isNew({ openingDate }: Pick<Outlet, "openingDate">, now: Date): boolean {
  if (openingDate === undefined) return false;
  const since = Date.parse(malaysianClock(now).day) - Date.parse(openingDate);
  return since < NEW_FOR_DAYS * DAY_MS;
}
