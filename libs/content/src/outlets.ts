import { country } from "@loyalty/api-client/group";
import type { Content } from "@loyalty/api-client/wire";
import type { BrandKey } from "@loyalty/ui/brands";

import { contentKind, useContent } from "./content.ts";
import snapshot from "./snapshot/outlets.json";

/** The open outlets. Their names and brands are the programme's, everything else of them is content. */
export const outletsContent = contentKind("outlets", snapshot);

/** One outlet as visitors see it; hours are Malaysian wall-clock times, by weekday. */
export type Outlet = Content["outlets"]["outlets"][number];

export type Coordinates = Outlet["coordinates"];

export const useOutlets = (): readonly Outlet[] => useContent(outletsContent).outlets;

export function outletsOf(outlets: readonly Outlet[], brand: BrandKey): readonly Outlet[] {
  return outlets.filter((outlet) => outlet.brand === brand);
}

/**
 * The names by which a feedback can name the outlets of a brand: those of the specification, which calls IOI City Mall
 * IOI, then every other outlet, so that a new one is on the form from its first day (docs/specification.md).
 */
export const feedbackOutletsOf = (outlets: readonly Outlet[], brand: BrandKey): readonly string[] =>
  outletsOf(outlets, brand).map(({ name, feedbackName }) => feedbackName ?? name);

/** Postcode and city as the country's post writes them: `55100 Kuala Lumpur`, or `Singapore 238801`. */
export const town = ({ postcode, city }: Pick<Outlet["address"], "postcode" | "city">): string =>
  country.isPostcodeFirst ? `${postcode} ${city}` : `${city} ${postcode}`;

export function addressLine({ address }: Pick<Outlet, "address">): string {
  const { street, city, state } = address;
  return [street, town(address), state === city ? "" : state].filter(Boolean).join(", ");
}
