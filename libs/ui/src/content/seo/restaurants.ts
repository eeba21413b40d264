import { brands } from "../../brand/brands.ts";
import { paths } from "../../routes/paths.ts";
import { outlets, type Outlet } from "../outlets.ts";
import type { JsonLd } from "./json-ld.ts";
import { brandId } from "./organisation.ts";

const EVERY_DAY = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function restaurant(outlet: Outlet, origin: string): JsonLd {
  const { address, coordinates, hours } = outlet;
  return {
    "@type": brands[outlet.brand].outletType,
    "@id": `${origin}${paths.locations}#outlet-${outlet.id}`,
    name: `${brands[outlet.brand].name} ${outlet.name}`,
    url: `${origin}${paths.locations}`,
    telephone: brands[outlet.brand].phone.dialled,
    servesCuisine: ["Thai", "Halal"],
    priceRange: "RM 10–30",
    hasMenu: `${origin}${paths.menu}`,
    parentOrganization: { "@id": brandId(origin, outlet.brand) },
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street,
      postalCode: address.postcode,
      addressLocality: address.city,
      addressRegion: address.state,
      addressCountry: "MY",
    },
    geo: { "@type": "GeoCoordinates", latitude: coordinates.lat, longitude: coordinates.lng },
    openingHoursSpecification: {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: EVERY_DAY,
      opens: hours.opens,
      closes: hours.closes,
    },
  };
}

/** Every outlet with its address, place and hours. */
export function restaurants(origin: string): JsonLd[] {
  return outlets.map((outlet) => restaurant(outlet, origin));
}
