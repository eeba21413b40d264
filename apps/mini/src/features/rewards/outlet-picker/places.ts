import { addressLine, distanceKm, outlets, type Coordinates, type Outlet } from "@loyalty/ui";

/** An outlet that can be picked: the API says which there are, our own content where they stand. */
export interface Place {
  id: number;
  name: string;
  outlet: Outlet | null;
  address: string;
  region: string | null;
  /** From where the member is; null when either is unknown. */
  km: number | null;
}

const known = new Map(outlets.map((outlet) => [outlet.id, outlet]));

/** The places of some outlets, the nearest first where the member is known, else by name. */
export function placesOf(
  list: readonly { id: number; name: string }[],
  here: Coordinates | null,
): Place[] {
  return list
    .map(({ id, name }) => {
      const outlet = known.get(id) ?? null;
      return {
        id,
        name,
        outlet,
        address: outlet ? addressLine(outlet) : "",
        region: outlet?.address.state ?? null,
        km: here && outlet ? distanceKm(here, outlet.coordinates) : null,
      };
    })
    .sort(
      (one, other) =>
        (one.km ?? Infinity) - (other.km ?? Infinity) || one.name.localeCompare(other.name, "en"),
    );
}

/** The regions that a list of places lies in, in alphabetical order. */
export function regionsOf(places: readonly Place[]): string[] {
  return [...new Set(places.flatMap(({ region }) => region ?? []))].sort();
}

/** The places of a region whose name or address holds the words, whatever the case (spec 001 §5). */
export function matching(places: readonly Place[], query: string, region: string): Place[] {
  const wanted = query.trim().toLowerCase();
  return places.filter(
    (place) =>
      (region === "" || place.region === region) &&
      `${place.name}\n${place.address}`.toLowerCase().includes(wanted),
  );
}
