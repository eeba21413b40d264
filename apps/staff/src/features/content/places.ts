import { country } from "@loyalty/api-client/group";
import { type Coordinates, type Outlet, town } from "@loyalty/content/outlets";

export type Address = Outlet["address"];

/** Cities that are a state, or give a state its name: an address says them once. */
const CITY_STATES = new Set(country.cityStates);

/** The addresses and places that the API takes (features/content/schemas.py): lengths in characters. */
const MAX_STREET = 120;
const MAX_TOWN = 60;
const POSTCODE = `(?<postcode>\\d{${country.postcodeDigits}})`;
const TOWN = country.isPostcodeFirst
  ? ` ${POSTCODE} (?<city>[^,]+?)`
  : `, ?(?<city>[^,]+?) ${POSTCODE}`;
const ADDRESS = new RegExp(`^(?<before>.+)${TOWN} ?(?:, ?(?<state>[^,]+))?$`);

/** An address as it is typed in one line: `1, Jalan Imbi, 55100 Kuala Lumpur`. */
export function writtenAddress({ street, state, ...place }: Address): string {
  const isOnce = state === place.city && CITY_STATES.has(state);
  return `${street}, ${town(place)}${isOnce ? "" : `, ${state}`}`;
}

/** The parts of an address that was typed in one line; null where one of them is missing or too long. */
export function readAddress(line: string): Address | null {
  const tidy = line.trim().replace(/\s+/g, " ");
  const {
    before = "",
    postcode = "",
    city = "",
    state: written,
  } = ADDRESS.exec(tidy)?.groups ?? {};
  const state = written ?? (CITY_STATES.has(city) ? city : "");
  const street = before.replace(/ ?,$/, "");
  const isShort = street.length <= MAX_STREET && city.length <= MAX_TOWN;
  if (state === "" || !isShort || state.length > MAX_TOWN) return null;
  return { street, postcode, city, state };
}

/** A place as maps give it: `3.1422, 101.7105`, latitude first. */
export const writtenPlace = ({ lat, lng }: Coordinates): string => `${lat}, ${lng}`;

/** The degrees of a place as maps give it; null where it is not one in the country. */
export function readPlace(line: string): Coordinates | null {
  const found = /^(\d+(?:\.\d+)?)\s*[,\s]\s*(\d+(?:\.\d+)?)$/.exec(line.trim());
  if (!found) return null;
  const [lat, lng] = [Number(found[1]), Number(found[2])];
  const isIn = (degrees: number, [least, most]: readonly number[]) =>
    degrees >= least! && degrees <= most!;
  return isIn(lat, country.latitudes) && isIn(lng, country.longitudes) ? { lat, lng } : null;
}
