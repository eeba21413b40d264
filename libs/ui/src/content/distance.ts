import type { Coordinates } from "./outlets.ts";

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
