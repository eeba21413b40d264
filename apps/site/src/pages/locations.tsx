import { LocationsScreen } from "@loyalty/ui/screens/locations";
import { restaurants } from "@loyalty/ui/seo/restaurants";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("locations", restaurants);
}

export default function LocationsPage() {
  return <LocationsScreen />;
}
