import { History } from "lucide-react";

import { paths } from "../routes/paths.ts";
import { memberNav } from "./nav.ts";

const [dashboard, profile, rewards, redeem] = memberNav;

/**
 * What lies at a thumb's reach in the members' rooms: path, icon, and a word as short as a fifth of a telephone (keys of
 * the thumb bar's texts). What is held out at the counter stands in the middle.
 */
export const thumbNav = [
  { ...dashboard, label: "dashboard" },
  { ...redeem, label: "redeem" },
  { ...rewards, label: "code" },
  { path: paths.activity, icon: History, label: "activity" },
  { ...profile, label: "profile" },
] as const;
