import type { Content } from "@loyalty/api-client/wire.ts";

import type { ContentKind } from "./content.ts";
import snapshot from "./snapshot/announcement.json";

/** The announcement that visitors see a moment after they come (spec 000 §2). */
export const announcementContent: ContentKind<"announcement"> = {
  name: "announcement",
  snapshot: snapshot as Content["announcement"],
};
