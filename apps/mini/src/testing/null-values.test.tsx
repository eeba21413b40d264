import { configureApi } from "@loyalty/api-client/http";
import type { Member } from "@loyalty/api-client/wire";
import { cleanup, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { matchRoutes } from "react-router";
import { afterEach, expect, test } from "vitest";

import ActivityScreen from "../features/activity/activity-screen.tsx";
import DashboardScreen from "../features/dashboard/dashboard-screen.tsx";
import RedeemScreen from "../features/redeem/redeem-screen.tsx";
import RewardScreen from "../features/reward/reward-screen.tsx";
import PointsScreen from "../features/rewards/rewards-screen.tsx";
import { routes } from "../routes.tsx";
import { setUpMemberApp } from "./member-app.tsx";

const app = setUpMemberApp();

/** A record of which the API gave the id and nothing else. */
function emptied(member: Member) {
  for (const field of Object.keys(member) as (keyof Member)[]) {
    if (field !== "id") Object.assign(member, { [field]: null });
  }
}

async function pageAt(path: string) {
  const { lazy } = matchRoutes(routes, path)!.at(-1)!.route;
  return (await (lazy as () => Promise<{ Component: ComponentType }>)()).Component;
}

test.each([
  "/dashboard",
  "/rewards",
  "/activity",
  "/redeem",
  "/profile",
  "/profile/edit",
  "/referral",
  "/settings/personal-info",
  "/settings/devices",
  "/settings/help-support",
])("%s is shown although every field of the member's record is null", async (path) => {
  const Page = await pageAt(path);
  emptied(app.api.world.members[0]!);
  const loaded = path === "/profile" ? () => screen.findAllByText("Not given") : null;
  app.open(path, path, Page);

  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  await loaded?.();
  expect(screen.queryByText(/Unexpected Application Error/)).toBeNull();
});

afterEach(() => configureApi({}));

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Spoil = (name: string, value: Json) => Json;

/** A copy in which every named value is what `spoil` makes of it, the innermost first. */
function spoiled(json: Json, spoil: Spoil): Json {
  if (Array.isArray(json)) return json.map((one) => spoiled(one, spoil));
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).map(([name, value]) => [
    name,
    spoil(name, spoiled(value, spoil)),
  ]);
  return Object.fromEntries(entries) as Json;
}

/** Lets every answer arrive spoiled. The member's own record is another matter (`asMember`). */
function spoilAnswers(spoil: Spoil) {
  configureApi({
    fetch: async (request) => {
      const answer = await globalThis.fetch(request);
      if (!answer.ok || /member\/(1|checksession)$/.test(request.url)) return answer;
      return Response.json(spoiled((await answer.json()) as Json, spoil));
    },
  });
}

/** Opens a page, waits until everything is there, and returns what is wrong with it. */
async function failureOf([address, path, Page]: (typeof pages)[number]): Promise<string | null> {
  app.open(address, path, Page);
  await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull();
  const crash = screen.queryByText("Unexpected Application Error!");
  const failure = crash?.nextElementSibling?.textContent ?? null;
  cleanup();
  return failure;
}

const pages: [address: string, path: string, Page: ComponentType][] = [
  ["/dashboard", "/dashboard", DashboardScreen],
  ["/rewards", "/rewards", PointsScreen],
  ["/activity", "/activity", ActivityScreen],
  ["/redeem", "/redeem", RedeemScreen],
  ["/redeem?tab=my-rewards", "/redeem", RedeemScreen],
  ["/redeem?tab=history", "/redeem", RedeemScreen],
  ["/reward/1?isPromotion=true", "/reward/:id", RewardScreen],
  ["/reward/7?isMembership=true", "/reward/:id", RewardScreen],
  ["/reward/21", "/reward/:id", RewardScreen],
];

const spoils: [string, Spoil][] = [
  ["a null for every number", (name, value) => (isValue(name, value, "number") ? null : value)],
  ["a null for every text", (name, value) => (isValue(name, value, "string") ? null : value)],
  ["a null for every flag", (name, value) => (isValue(name, value, "boolean") ? null : value)],
  ["no outlets", (name, value) => (name.startsWith("outlet") ? null : value)],
  ["no list", (_, value) => (Array.isArray(value) ? null : value)],
  ["a null in every list", (_, value) => (Array.isArray(value) ? [null, ...value] : value)],
];

const isValue = (name: string, value: Json, kind: "number" | "string" | "boolean") =>
  name !== "id" && typeof value === kind;

test.each(pages)("%s is shown whatever is null", async (...page) => {
  const failures: string[] = [];
  for (const [what, spoil] of spoils) {
    spoilAnswers(spoil);
    const failure = await failureOf(page);
    if (failure) failures.push(`${what}: ${failure}`);
  }
  expect(failures).toEqual([]);
});
