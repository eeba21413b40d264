import {
  Award,
  BriefcaseBusiness,
  CircleUserRound,
  Gift,
  History,
  House,
  IdCard,
  LayoutDashboard,
  MapPin,
  MessageCircle,
  QrCode,
  UtensilsCrossed,
} from "lucide-react";

import { paths } from "../routes/paths.ts";

/** The public pages, in the order of spec 000 §2; their texts are `nav.<name>` and `nav.<name>About`. */
export const publicNav = [
  { name: "home", path: paths.home, icon: House },
  { name: "menu", path: paths.menu, icon: UtensilsCrossed },
  { name: "locations", path: paths.locations, icon: MapPin },
  { name: "membership", path: paths.membership, icon: IdCard },
  { name: "awards", path: paths.awards, icon: Award },
  { name: "careers", path: paths.careers, icon: BriefcaseBusiness },
  { name: "contact", path: paths.contact, icon: MessageCircle },
] as const;

export const memberNav = [
  { name: "dashboard", path: paths.dashboard, icon: LayoutDashboard },
  { name: "profile", path: paths.profile, icon: CircleUserRound },
  { name: "rewards", path: paths.rewards, icon: QrCode },
  { name: "redeem", path: paths.redeem, icon: Gift },
] as const;

const [dashboard, profile, rewards, redeem] = memberNav;

/**
 * The bottom navigation of the member pages: path, icon, and a short label (keys of the texts `bottom-navigation`). The
 * code, which is shown at the counter, is in the middle.
 */
export const fivePages = [
  { ...dashboard, label: "dashboard" },
  { ...redeem, label: "redeem" },
  { ...rewards, label: "code" },
  { path: paths.activity, icon: History, label: "activity" },
  { ...profile, label: "profile" },
] as const;
