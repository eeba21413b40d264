import type { Content } from "@loyalty/api-client/wire.ts";

import type { ContentKind } from "./content.ts";
import snapshot from "./snapshot/openings.json";

/** The departments that are hiring, and where; at first those of spec 001 §9. */
export const openingsContent: ContentKind<"openings"> = {
  name: "openings",
  snapshot: snapshot as Content["openings"],
};
