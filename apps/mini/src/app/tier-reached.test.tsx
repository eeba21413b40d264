import { useReloadMember } from "@loyalty/api-client/react/members";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../testing/member-app.tsx";
import { TierReached } from "./tier-reached.tsx";

const app = setUpMemberApp();

/** The dialog is loaded when it is needed. */
const LONG = { timeout: 10_000 };

function Page() {
  const reload = useReloadMember();
  return (
    <>
      <TierReached />
      <button type="button" onClick={reload}>
        Reload
      </button>
    </>
  );
}

test("a tier that is reached is a moment with the new card, one that is lost is none", async () => {
  const [member] = app.api.world.members;
  app.open("/dashboard", "/dashboard", Page);
  const reload = () => userEvent.click(screen.getByRole("button", { name: "Reload" }));
  const asked = () => app.api.requests.filter((each) => each === `GET /api/member/${member!.id}`);
  await expect.poll(() => asked().length, LONG).toBe(1);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();

  Object.assign(member!, { membershipLevel: 2, membershipName: "Elite" });
  await reload();
  const moment = await screen.findByRole("dialog", { name: /, you are Elite now$/ }, LONG);
  expect(moment).toHaveTextContent("Elite · Gold");
  expect(await within(moment).findByText(/^1\.5 points for every RM 1 from today\./)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();

  // At the next opening it is not new any more.
  cleanup();
  app.open("/dashboard", "/dashboard", Page);
  await expect.poll(() => asked().length, LONG).toBe(3);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();

  Object.assign(member!, { membershipLevel: 1, membershipName: "Plus" });
  await reload();
  await expect.poll(() => asked().length, LONG).toBe(4);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("a tier that was reached since the last visit has its moment at the next one", async () => {
  const [member] = app.api.world.members;
  const asked = () => app.api.requests.filter((each) => each === `GET /api/member/${member!.id}`);
  app.open("/dashboard", "/dashboard", Page);
  await expect.poll(() => asked().length, LONG).toBe(1);
  cleanup();

  Object.assign(member!, { membershipLevel: 2, membershipName: "Elite" });
  app.open("/dashboard", "/dashboard", Page);
  expect(await screen.findByRole("dialog", { name: /, you are Elite now$/ }, LONG)).toBeVisible();
});
