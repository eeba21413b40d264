import { FEEDBACK_OUTLETS } from "@loyalty/api-client/rules/enquiries.ts";

import type { BrandKey } from "../theme/brands.ts";

/** What an outlet offers (spec 001 §2, Locations). */
export type OutletFeature = "dine-in" | "takeaway" | "delivery";

export interface Coordinates {
  lat: number;
  lng: number;
}

/** One outlet as visitors see it. The ids and names are those of the API; a test holds them together. */
export interface Outlet {
  id: number;
  brand: BrandKey;
  name: string;
  address: { street: string; postcode: string; city: string; state: string };
  /** Malaysian wall-clock times, every day of the week. */
  hours: { opens: string; closes: string };
  features: readonly OutletFeature[];
  coordinates: Coordinates;
  /** The first day of business, `YYYY-MM-DD` in Malaysia; left out where it is long past. */
  openingDate?: string;
}

const everyDay = { opens: "10:00", closes: "22:00" };
const all = ["dine-in", "takeaway", "delivery"] as const;
const inHouse = ["dine-in", "takeaway"] as const;

const kualaLumpur = { city: "Kuala Lumpur", state: "Kuala Lumpur" };
const petalingJaya = { city: "Petaling Jaya", state: "Selangor" };
const johorBahru = { city: "Johor Bahru", state: "Johor" };

/** The fifteen outlets of the bowl brand and the four of the tea brand (spec 001 §2). */
export const outlets: readonly Outlet[] = [
  {
    id: 1,
    brand: "krua-bowl",
    name: "KL East Mall",
    address: { street: "823, Jalan Lingkaran Tengah 2", postcode: "53100", ...kualaLumpur },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.2146, lng: 101.7483 },
  },
  {
    id: 2,
    brand: "krua-bowl",
    name: "Publika",
    address: {
      street: "1, Jalan Dutamas 1, Solaris Dutamas",
      postcode: "50480",
      ...kualaLumpur,
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.1712, lng: 101.6655 },
  },
  {
    id: 3,
    brand: "krua-bowl",
    name: "IOI City Mall",
    address: {
      street: "Lebuh IRC, IOI Resort City",
      postcode: "62502",
      city: "Putrajaya",
      state: "Putrajaya",
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 2.9703, lng: 101.7143 },
  },
  {
    id: 4,
    brand: "krua-bowl",
    name: "KLIA 2",
    address: {
      street: "gateway@klia2, Jalan KLIA 2/1",
      postcode: "64000",
      city: "Sepang",
      state: "Selangor",
    },
    hours: { opens: "07:00", closes: "23:00" },
    features: inHouse,
    coordinates: { lat: 2.7447, lng: 101.6853 },
  },
  {
    id: 5,
    brand: "krua-bowl",
    name: "Setia City Mall",
    address: {
      street: "7, Persiaran Setia Dagang, Setia Alam",
      postcode: "40170",
      city: "Shah Alam",
      state: "Selangor",
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.1092, lng: 101.4611 },
  },
  {
    id: 6,
    brand: "krua-bowl",
    name: "Sri Petaling",
    address: {
      street: "Jalan Radin Bagus, Bandar Baru Sri Petaling",
      postcode: "57000",
      ...kualaLumpur,
    },
    hours: { opens: "11:00", closes: "23:00" },
    features: all,
    coordinates: { lat: 3.0706, lng: 101.6913 },
  },
  {
    id: 7,
    brand: "krua-bowl",
    name: "Melaka",
    address: {
      street: "Dataran Pahlawan Melaka Megamall, Jalan Merdeka",
      postcode: "75000",
      city: "Melaka",
      state: "Melaka",
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 2.1896, lng: 102.2506 },
  },
  {
    id: 8,
    brand: "krua-bowl",
    name: "JB Toppen",
    address: {
      street: "33A, Jalan Harmonium, Taman Desa Tebrau",
      postcode: "81100",
      ...johorBahru,
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 1.5509, lng: 103.7968 },
  },
  {
    id: 9,
    brand: "krua-bowl",
    name: "JB Paradigm Mall",
    address: {
      street: "Jalan Bertingkat Skudai, Taman Bukit Mewah",
      postcode: "81200",
      ...johorBahru,
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 1.5149, lng: 103.6851 },
  },
  {
    id: 10,
    brand: "krua-bowl",
    name: "Aman Central",
    address: {
      street: "1, Lebuhraya Darul Aman",
      postcode: "05100",
      city: "Alor Setar",
      state: "Kedah",
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 6.1259, lng: 100.3673 },
  },
  {
    id: 11,
    brand: "krua-bowl",
    name: "IOI Damansara",
    address: {
      street: "IOI Mall Damansara, 2A, Persiaran Surian",
      postcode: "47410",
      ...petalingJaya,
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.1497, lng: 101.5938 },
    openingDate: "2025-10-25",
  },
  {
    id: 12,
    brand: "krua-bowl",
    name: "Berjaya Times Square",
    address: { street: "1, Jalan Imbi", postcode: "55100", ...kualaLumpur },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.1422, lng: 101.7105 },
  },
  {
    id: 13,
    brand: "krua-bowl",
    name: "Sunway Pyramid",
    address: {
      street: "3, Jalan PJS 11/15, Bandar Sunway",
      postcode: "47500",
      city: "Subang Jaya",
      state: "Selangor",
    },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.073, lng: 101.6072 },
  },
  {
    id: 14,
    brand: "krua-bowl",
    name: "Mid Valley Megamall",
    address: { street: "Lingkaran Syed Putra, Mid Valley City", postcode: "59200", ...kualaLumpur },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.1176, lng: 101.6775 },
  },
  {
    id: 15,
    brand: "krua-bowl",
    name: "Pavilion Bukit Jalil",
    address: { street: "2, Persiaran Jalil 8, Bukit Jalil", postcode: "57000", ...kualaLumpur },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.0526, lng: 101.6714 },
  },
  {
    id: 16,
    brand: "thong-cha",
    name: "LaLaport Bukit Bintang",
    address: { street: "2, Jalan Hang Tuah, Bukit Bintang", postcode: "55100", ...kualaLumpur },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.1401, lng: 101.7077 },
  },
  {
    id: 17,
    brand: "thong-cha",
    name: "MyTOWN Cheras",
    address: { street: "6, Jalan Cochrane, Seksyen 90", postcode: "55100", ...kualaLumpur },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.1352, lng: 101.7235 },
  },
  {
    id: 18,
    brand: "thong-cha",
    name: "Sunway Velocity",
    address: { street: "Lingkaran SV, Maluri", postcode: "55100", ...kualaLumpur },
    hours: everyDay,
    features: inHouse,
    coordinates: { lat: 3.1279, lng: 101.7246 },
  },
  {
    id: 19,
    brand: "thong-cha",
    name: "1 Utama",
    address: { street: "1, Lebuh Bandar Utama, Bandar Utama", postcode: "47800", ...petalingJaya },
    hours: everyDay,
    features: all,
    coordinates: { lat: 3.1502, lng: 101.6152 },
  },
];

/** The outlets of one brand, in the order of their ids. */
export function outletsOf(brand: BrandKey): readonly Outlet[] {
  return outlets.filter((outlet) => outlet.brand === brand);
}

/** What the feedback form calls an outlet otherwise than the list of outlets does (spec 001 §9). */
const FEEDBACK_NAMES: Readonly<Record<string, string>> = { IOI: "IOI City Mall" };

/**
 * The names by which a feedback can name the outlets of a brand: first those of the specification, spelled and ordered
 * as there, then every other outlet, so that a new one is on the form from its first day (docs/readings.md).
 */
export function feedbackOutletsOf(brand: BrandKey): readonly string[] {
  const names = outletsOf(brand).map(({ name }) => name);
  const specified = FEEDBACK_OUTLETS.filter((name) => names.includes(FEEDBACK_NAMES[name] ?? name));
  const named = new Set(specified.map((name) => FEEDBACK_NAMES[name] ?? name));
  return [...specified, ...names.filter((name) => !named.has(name))];
}

/** The address in one line, as it is written on an envelope. */
export function addressLine({ address }: Outlet): string {
  const { street, postcode, city, state } = address;
  return [street, `${postcode} ${city}`, state === city ? "" : state].filter(Boolean).join(", ");
}
