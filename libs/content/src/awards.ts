import { contentKind } from "./content.ts";
import snapshot from "./snapshot/awards.json";

/** The records of the group. The first two are entries in the Malaysia Book of Records (spec 001 §2, Awards page). */
export const awardsContent = contentKind("awards", snapshot);
