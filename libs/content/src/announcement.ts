import { contentKind } from "./content.ts";
import snapshot from "./snapshot/announcement.json";

/** The announcement that visitors see a moment after they come (spec 000 §2). */
export const announcementContent = contentKind("announcement", snapshot);
