import { History } from "lucide-react";

import { paths } from "../routes/paths.ts";
import { memberNav } from "./nav.ts";

const [dashboard, profile, rewards, redeem] = memberNav;
const activity = { path: paths.activity, label: "nav.activity", icon: History } as const;

/** What lies at a thumb's reach in the members' rooms: what is held out at the counter stands in the middle. */
export const thumbNav = [dashboard, redeem, rewards, activity, profile] as const;
