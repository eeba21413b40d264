import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { serveFakeApi } from "@loyalty/api-client/testing/setup";
import { PublishedContent } from "@loyalty/content/published";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { Questions, TierTable } from "./membership-screen.tsx";

let api: FakeApi;
serveFakeApi((fake) => (api = fake), { visitor: true });

test("the table and the answers first say the documents' tiers, then those of the programme now", async () => {
  api.world.tiers = [
    { id: 1, level: 0, name: "Basic", upLevelPointAmount: 1500, multiplier: "1.0" },
    { id: 2, level: 1, name: "Silver", upLevelPointAmount: 0, multiplier: "1.3" },
  ];
  render(
    <PublishedContent>
      <TierTable />
      <Questions />
    </PublishedContent>,
  );
  expect(screen.getByRole("heading", { name: "Royal" })).toBeVisible();
  expect(screen.getByText(/Plus from 1,500 points at 1\.2×/)).toBeInTheDocument();

  expect(await screen.findByRole("heading", { name: "Silver" })).toBeVisible();

  expect(screen.getByText("From 1,500 points")).toBeVisible();
  expect(screen.getByText("1.3× points on every ringgit")).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Royal" })).toBeNull();
  expect(screen.getByText(/Silver from 1,500 points at 1\.3×/)).toBeInTheDocument();
});
