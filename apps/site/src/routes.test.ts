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
  ["/settings/terms-conditions", "terms"],
  ["/settings/privacy-policy", "privacy"],
])("%s is public: the %s page", (address, page) => {
  expect(moduleOf(address)).toBe(`pages/${page}.tsx`);
});

/** The same table, rows that need a login. */
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
  "/settings/personal-info",
  "/settings/devices",
  "/settings/notifications",
  "/settings/language",
  "/settings/help-support",
])("%s is a door to the mini-program", (address) => {
  expect(moduleOf(address)).toBe("handoff/handoff-door.tsx");
});

test.each(["/nowhere", "/settings", "/profile/edit/again", "/menu/today"])(
  "%s is unknown",
  (address) => {
    expect(moduleOf(address)).toBe("pages/not-found.tsx");
  },
);
