import type { Member } from "@loyalty/api-client";
import { screen } from "@testing-library/react";
import { matchRoutes } from "react-router";
import { expect, test } from "vitest";

import { routes } from "./routes.tsx";
import { setUpMemberStage } from "./testing/member-stage.tsx";

const stage = setUpMemberStage();

/** A record of which the API gave the id and nothing else. */
function emptied(member: Member) {
  for (const field of Object.keys(member) as (keyof Member)[]) {
    if (field !== "id") Object.assign(member, { [field]: null });
  }
}

async function pageAt(path: string) {
  const { lazy } = matchRoutes(routes, path)!.at(-1)!.route;
  return (lazy as { Component: () => Promise<React.ComponentType> }).Component();
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
])("%s stands although every field of the member's record is null", async (path) => {
  const Page = await pageAt(path);
  emptied(stage.api.world.members[0]!);
  const loaded = path === "/profile" ? () => screen.findAllByText("Not given") : null;
  stage.open(path, path, Page);

  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  await loaded?.();
  expect(screen.queryByText(/Unexpected Application Error/)).toBeNull();
});
