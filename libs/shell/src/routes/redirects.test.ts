import { createFakeApi } from "@loyalty/api-client/testing/fake-api";
import { expect, test } from "vitest";

import { redirectFor, nextSessionMemory, type NavigationState } from "./redirects.tsx";

const member: NavigationState["session"] = {
  status: "signed-in",
  user: createFakeApi().world.members[0]!,
  isFirstLogin: false,
  stale: false,
};
const visitor = { status: "signed-out", reason: "none" } as const;
const leaver = { status: "signed-out", reason: "signed-out" } as const;
const expired = { status: "signed-out", reason: "expired" } as const;
const restoring = { status: "restoring" } as const;

const on = (pathname: string, differences: Partial<NavigationState>): NavigationState => ({
  session: visitor,
  before: "restoring",
  pathname,
  search: "",
  endedAt: null,
  hasReceipt: false,
  openedAtHost: null,
  handsOver: false,
  ...differences,
});

test.each<[pathname: string, situation: Partial<NavigationState>, target: string | null]>([
  // Nothing is decided before the session is known.
  ["/", { session: restoring }, null],
  ["/dashboard", { session: restoring }, null],
  ["/redeem", { session: restoring, before: "signed-in" }, null],

  // Visitors.
  ["/", {}, null],
  ["/login", {}, null],
  ["/menu", {}, null],
  ["/settings/terms-conditions", {}, null],
  ["/dashboard", {}, "/login"],
  ["/reward/42", {}, "/login"],
  ["/settings/language", {}, "/login"],
  ["/dashboard", { before: "signed-out" }, "/login"],

  // A member who signs out on a member page, here or in another tab, goes home; on a public page they stay.
  ["/profile", { session: leaver, before: "signed-in" }, "/"],
  ["/profile", { session: leaver, before: "restoring" }, "/"],
  ["/profile", { session: leaver, before: "signed-out" }, "/login"],
  ["/membership", { session: leaver, before: "signed-in" }, null],

  // A member whom the server signs out is asked to sign in.
  ["/redeem", { session: expired, before: "signed-in" }, "/login"],
  ["/redeem", { session: expired, before: "restoring" }, "/login"],
  ["/menu", { session: expired, before: "signed-in" }, null],

  // A sign-in leaves some pages and stays on the others (spec 000 §2).
  ["/", { session: member, before: "signed-out" }, "/dashboard"],
  ["/login", { session: member, before: "signed-out" }, "/dashboard"],
  ["/login/AB12CD", { session: member, before: "signed-out" }, "/dashboard"],
  ["/locations", { session: member, before: "signed-out" }, "/dashboard"],
  ["/about", { session: member, before: "signed-out" }, "/dashboard"],
  ["/menu", { session: member, before: "signed-out" }, "/dashboard"],
  ["/membership", { session: member, before: "signed-out" }, null],
  ["/awards", { session: member, before: "signed-out" }, null],
  ["/contact-us", { session: member, before: "signed-out" }, null],
  ["/", { session: member, before: "signed-out", handsOver: true }, "/dashboard"],

  // A visitor who scanned a receipt first goes on with that.
  ["/login", { session: member, before: "signed-out", hasReceipt: true }, "/receipt"],
  ["/menu", { session: member, before: "signed-out", hasReceipt: true }, "/receipt"],
  ["/receipt", { session: member, before: "signed-out", hasReceipt: true }, null],
  ["/", { session: member, hasReceipt: true }, "/dashboard"],

  // A visitor who opened a member page inside a super-app gets to it; no other address.
  [
    "/login",
    { session: member, before: "signed-out", openedAtHost: "/redeem?tab=x" },
    "/redeem?tab=x",
  ],
  ["/menu", { session: member, before: "signed-out", openedAtHost: "/menu" }, "/dashboard"],
  [
    "/login",
    { session: member, before: "signed-out", openedAtHost: "//evil.example/" },
    "/dashboard",
  ],
  ["/login", { session: member, openedAtHost: "/redeem" }, "/dashboard"],

  // After an ended session it leads back, wherever the sign-in was.
  [
    "/login",
    { session: member, before: "signed-out", endedAt: "/redeem?tab=history" },
    "/redeem?tab=history",
  ],
  ["/membership", { session: member, before: "signed-out", endedAt: "/profile" }, "/profile"],
  ["/menu", { session: member, before: "signed-in", endedAt: "/profile" }, null],

  // Members who come here.
  ["/", { session: member }, "/dashboard"],
  ["/login", { session: member }, "/dashboard"],
  ["/login/AB12CD", { session: member }, "/dashboard"],
  ["/", { session: member, before: "signed-in" }, "/dashboard"],
  ["/menu", { session: member }, null],
  ["/locations", { session: member }, null],
  ["/rewards", { session: member }, null],
  ["/", { session: member, handsOver: true }, null],
  ["/login", { session: member, handsOver: true }, null],
])("on %s, %o: %s", (pathname, situation, target) => {
  expect(redirectFor(on(pathname, situation))).toBe(target);
});

test.each<[what: string, situation: NavigationState, endedAt: string | null]>([
  [
    "a session that the server ended, with the query of its page",
    on("/redeem", { session: expired, before: "signed-in", search: "?tab=history" }),
    "/redeem?tab=history",
  ],
  ["one that ended while the page was restored", on("/profile", { session: expired }), "/profile"],
  ["none on a public page", on("/menu", { session: expired, before: "signed-in" }), null],
  ["none after a sign-out", on("/profile", { session: leaver, before: "signed-in" }), null],
  [
    "the same until the next sign-in",
    on("/menu", { session: expired, before: "signed-out", endedAt: "/profile" }),
    "/profile",
  ],
  [
    "none after it",
    on("/login", { session: member, before: "signed-out", endedAt: "/profile" }),
    null,
  ],
])("what is remembered for the way back: %s", (_what, situation, endedAt) => {
  expect(nextSessionMemory(situation)).toEqual({ before: situation.session.status, endedAt });
});
