/** The public addresses of the route table (spec 000 §2), each a page of its own. */
export const publicPages = [
  "/",
  "/menu",
  "/locations",
  "/about",
  "/membership",
  "/awards",
  "/career",
  "/contact-us",
  "/settings/terms-conditions",
  "/settings/privacy-policy",
] as const;

/** The addresses that need a login (spec 000 §2). */
export const memberPages = [
  "/dashboard",
  "/rewards",
  "/redeem",
  "/reward/1?isPromotion=true",
  "/profile",
  "/profile/edit",
  "/referral",
  "/activity",
  "/settings/personal-info",
  "/settings/notifications",
  "/settings/language",
  "/settings/help-support",
] as const;
