import { useMember } from "@loyalty/api-client/react/members";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../testing/member-app.tsx";
import { FollowTill } from "./follow-till.ts";

const app = setUpMemberApp();

function Page() {
  return (
    <>
      <FollowTill />
      <output>{useMember().data?.memberPointAmount}</output>
    </>
  );
}

test("a page without the code takes over the points of a bill that was verified meanwhile", async () => {
  app.open("/dashboard", "/dashboard", Page);
  expect(await screen.findByText("1340")).toBeVisible();
  await waitFor(() => expect(app.api.requests.join()).toContain("/latestBill"));

  app.api.world.members[0]!.memberPointAmount += 77;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(await screen.findByText("1417")).toBeVisible();
});
