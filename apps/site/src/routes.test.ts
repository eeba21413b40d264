import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";

import entries from "./routes.ts";

const asRoutes = (list: RouteConfigEntry[]): RouteObject[] =>
  list.map(({ path, index, file, children }) => ({
    path,
    ...(index ? { index: true } : { children: children && asRoutes(children) }),
    handle: file,
  })) as RouteObject[];

const routes = asRoutes(entries);
const moduleOf = (address: string) => matchRoutes(routes, address)?.at(-1)?.route.handle;

/** The route table of spec 000 §2, public rows. */
test.each([
  ["/", "home"],
  ["/login", "login"],
  ["/login/AB12CD", "login"],
  ["/menu", "menu"],
  ["/locations", "locations"],
  ["/about", "about"],
  ["/membership", "membership"],
  ["/awards", "awards"],
  ["/career", "careers"],
  ["/contact-us", "contact"],
  ["/receipt", "receipt"],
  ["/settings/terms-conditions", "terms"],
  ["/settings/privacy-policy", "privacy"],
])("%s is public: the screen %s", (address, page) => {
  expect(moduleOf(address)).toMatch(new RegExp(`/public-pages/src/${page}/${page}-screen.tsx$`));
});

test.each([
  "/dashboard",
  "/rewards",
  "/redeem",
  "/redeem?tab=history",
  "/reward/42",
  "/reward",
  "/profile",
  "/profile/edit",
  "/referral",
  "/activity",
  "/messages",
  "/settings/personal-info",
  "/settings/devices",
  "/settings/notifications",
  "/settings/language",
  "/settings/help-support",
])("%s leads to the mini-program or the sign-in", (address) => {
  expect(moduleOf(address)).toBe("handoff/member-redirect.tsx");
});

test.each(["/nowhere", "/settings", "/profile/edit/again", "/menu/today"])(
  "%s is unknown",
  (address) => {
    expect(moduleOf(address)).toBe("not-found.tsx");
  },
);
