import { contentKind } from "./content.ts";
import snapshot from "./snapshot/openings.json";

/** The departments that are hiring, and where; at first those of spec 001 §9. */
export const openingsContent = contentKind("openings", snapshot);
