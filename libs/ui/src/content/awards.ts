import type { SceneName } from "../public-pages/page-layout.tsx";
import type awardTexts from "../texts/en/award-names.json";

/** A record of the group; its name is in the texts `award-names`. */
export interface Award {
  id: keyof typeof awardTexts;
  /** The day it was entered: `YYYY-MM-DD`. */
  day: string;
  scene: SceneName;
}

/** Both are entries in the Malaysia Book of Records (spec 001 §2, Awards page). */
export const awards: readonly Award[] = [
  { id: "beefNoodle", day: "2024-04-05", scene: "krua-record" },
  { id: "milkTea", day: "2025-08-15", scene: "thong-record" },
];
