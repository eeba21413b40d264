/**
 * The route table: every path of the product, once (spec 000 §2, spec 001 §2).
 *
 * Visitors see the public ones, in both apps. The member ones are pages of the mini-program, and redirects to it on the
 * brand site. A new public page is a path here and a folder of its name in `libs/public-pages/src`, with its title and
 * description in `texts/en/seo.json` there: both apps' routes, the head of the page, the prerendering and the sitemap
 * follow.
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
  receipt: "/receipt",
  terms: "/settings/terms-conditions",
  privacy: "/settings/privacy-policy",
} as const;

/** The page of a public path, by its name: the folder of `libs/public-pages/src`, whose screen is the default export. */
export function pageOf(name: string): string {
  return name === "loginWithReferral" ? "login" : name;
}

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
  messages: "/messages",
  personalInfo: "/settings/personal-info",
  devices: "/settings/devices",
  notifications: "/settings/notifications",
  language: "/settings/language",
  helpSupport: "/settings/help-support",
} as const;

/** Pages of the mini-program that need no sign-in and are none of the site: what e-mails link to. */
export const linkedPaths = {
  unsubscribe: "/unsubscribe",
} as const;

export const paths = { ...publicPaths, ...memberPaths, ...linkedPaths } as const;

export type PublicPathName = keyof typeof publicPaths;
export type PathName = keyof typeof paths;

/** The login address that remembers who invited the user: `/login/{code}`, spec 001 §2. */
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
