import {
  Award,
  BriefcaseBusiness,
  CircleUserRound,
  Gift,
  History,
  House,
  IdCard,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  MessageCircle,
  QrCode,
  UtensilsCrossed,
} from "lucide-react";

import { paths } from "../routes/paths.ts";

/** One way to go, as spec 000 §3 has it: path, label, description, icon and an optional badge (keys of the texts). */
export interface NavItem<Name extends string = string> {
  path: string;
  label: `nav.${Name}`;
  description: `nav.${Name}About`;
  icon: LucideIcon;
  badge?: "nav.membershipBadge";
}

function item<const Name extends string>(
  name: Name,
  path: string,
  icon: LucideIcon,
  badge?: NavItem["badge"],
): NavItem<Name> {
  return { path, label: `nav.${name}`, description: `nav.${name}About`, icon, badge };
}

/** The public pages, in the order of spec 000 §2. */
export const publicNav = [
  item("home", paths.home, House),
  item("menu", paths.menu, UtensilsCrossed),
  item("locations", paths.locations, MapPin),
  item("membership", paths.membership, IdCard, "nav.membershipBadge"),
  item("awards", paths.awards, Award),
  item("careers", paths.careers, BriefcaseBusiness),
  item("contact", paths.contact, MessageCircle),
] as const;

/** The pages of members. */
export const memberNav = [
  item("dashboard", paths.dashboard, LayoutDashboard),
  item("profile", paths.profile, CircleUserRound),
  item("rewards", paths.rewards, QrCode),
  item("redeem", paths.redeem, Gift),
] as const;

const [dashboard, profile, rewards, redeem] = memberNav;

/**
 * The bottom navigation of the member pages: path, icon, and a short label (keys of the texts `bottom-navigation`). The
 * code, which is shown at the counter, is in the middle.
 */
export const bottomNavigation = [
  { ...dashboard, label: "dashboard" },
  { ...redeem, label: "redeem" },
  { ...rewards, label: "code" },
  { path: paths.activity, icon: History, label: "activity" },
  { ...profile, label: "profile" },
] as const;
