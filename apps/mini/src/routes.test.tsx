import { isMemberPath } from "@loyalty/shell/known-paths";
import { MembersOnly } from "@loyalty/shell/members-only";
import { UnknownPath } from "@loyalty/shell/unknown-path";
import { isValidElement } from "react";
import { matchRoutes } from "react-router";
import { expect, test } from "vitest";

import { routes } from "./routes.tsx";

const branchOf = (address: string) =>
  (matchRoutes(routes, address) ?? []).map(({ route }) => route);

const isGuarded = (address: string) =>
  branchOf(address).some(({ element }) => isValidElement(element) && element.type === MembersOnly);

/** The route table of spec 000 §2, public rows. */
test.each([
  "/",
  "/login",
  "/login/AB12CD",
  "/menu",
  "/locations",
  "/about",
  "/membership",
  "/awards",
  "/career",
  "/contact-us",
  "/receipt",
  "/settings/terms-conditions",
  "/settings/privacy-policy",
  // Not in the table: the link of an e-mail needs no sign-in (docs/integrations.md).
  "/unsubscribe",
])("%s is public here too, because the handoff keeps the path", (address) => {
  expect(branchOf(address).at(-1)?.lazy).toBeDefined();
  expect(isGuarded(address)).toBe(false);
});

test.each([
  "/dashboard",
  "/rewards",
  "/redeem",
  "/redeem?tab=history",
  "/reward/42",
  // Its screen says that the id is missing (spec 001 §8).
  "/reward",
  "/reward/",
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
])("%s is for members only", (address) => {
  expect(branchOf(address).at(-1)?.lazy).toBeDefined();
  expect(isGuarded(address)).toBe(true);
});

test.each(["/nowhere", "/settings", "/profile/edit/again"])("%s is unknown", (address) => {
  const element = branchOf(address).at(-1)?.element;
  expect(isValidElement(element) && element.type).toBe(UnknownPath);
  expect(isMemberPath(address)).toBe(false);
});
