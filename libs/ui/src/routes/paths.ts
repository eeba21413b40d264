/**
 * Every path of the product, once. Source: the route table, spec 000 §2 and spec 001 §2.
 *
 * Visitors see the public ones, in both apps. The member ones are rooms in the mini-program
 * and doors to it in the brand site.
 */

export const publicPaths = {
  home: "/",
  login: "/login",
  loginWithReferral: "/login/:referralCode",
  menu: "/menu",
  locations: "/locations",
  about: "/about",
  membership: "/membership",
  awards: "/awards",
  careers: "/career",
  contact: "/contact-us",
  terms: "/settings/terms-conditions",
  privacy: "/settings/privacy-policy",
} as const;

export const memberPaths = {
  dashboard: "/dashboard",
  rewards: "/rewards",
  redeem: "/redeem",
  reward: "/reward/:id",
  rewardWithoutId: "/reward",
  profile: "/profile",
  profileEdit: "/profile/edit",
  referral: "/referral",
  activity: "/activity",
  personalInfo: "/settings/personal-info",
  devices: "/settings/devices",
  notifications: "/settings/notifications",
  language: "/settings/language",
  helpSupport: "/settings/help-support",
} as const;

export const paths = { ...publicPaths, ...memberPaths } as const;

export type PublicPathName = keyof typeof publicPaths;
export type MemberPathName = keyof typeof memberPaths;
export type PathName = keyof typeof paths;

/** The login address that remembers who invited the reader: `/login/{code}`, spec 001 §2. */
export function loginWithReferralPath(referralCode: string): string {
  return `${paths.login}/${encodeURIComponent(referralCode)}`;
}

/** The detail page of one reward; the flag says which catalogue the id belongs to, spec 001 §2. */
export function rewardPath(id: number | string, of?: "promotion" | "membership"): string {
  const flags = { promotion: "?isPromotion=true", membership: "?isMembership=true" };
  return `/reward/${encodeURIComponent(String(id))}${of ? flags[of] : ""}`;
}

/** The redeem screen with one of its tabs open: `/redeem?tab=…`, spec 001 §2. */
export function redeemPath(tab: "promotion" | "my-rewards" | "history"): string {
  return `${paths.redeem}?tab=${tab}`;
}
