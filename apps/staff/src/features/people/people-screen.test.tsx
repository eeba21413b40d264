import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { answerCalls, publika, renderScreen } from "../../testing/office.tsx";
import PeopleScreen from "./people-screen.tsx";

const person = (id: number, passkeyCount: number) => ({
  id,
  name: `Person ${id}`,
  email: null,
  grants: [{ role: "head-office", outletId: null }],
  waitingGrants: [],
  sessions: [],
  passkeyCount,
  hasPin: false,
  isPinLocked: false,
  mayChange: id !== 1,
  disabledAt: null,
});

async function addingWith(personList: ReturnType<typeof person>[]) {
  const grants = [{ role: "head-office", outletId: null }];
  answerCalls(
    () => ({ name: "Person 1", outlets: [publika], grants }),
    () => Response.json({ personList }),
  );
  renderScreen(<PeopleScreen />);
  await screen.findByRole("row", { name: /Person 2/ });
  await userEvent.click(screen.getByRole("button", { name: "Add a person" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.selectOptions(dialog.getByLabelText("Role"), "Head office");
  return dialog;
}

test("the only person of head office reads where the second one comes from", async () => {
  const dialog = await addingWith([person(1, 1), person(2, 0)]);
  expect(dialog.getByText(/^You are the only person of head office/)).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText("Role"), "Finance");
  expect(dialog.queryByText(/^You are the only person/)).toBeNull();
});

test("where another one can approve nothing is said, and the name is asked first", async () => {
  const dialog = await addingWith([person(1, 1), person(2, 1)]);
  expect(dialog.queryByText(/^You are the only person/)).toBeNull();
  expect(dialog.getAllByRole("textbox")[0]).toBe(dialog.getByLabelText(/^Name/));
});

test("who waits for approval is invited afterwards, from the row itself", async () => {
  const grants = [{ role: "head-office", outletId: null }];
  const siti = { ...person(2, 0), grants: [], waitingGrants: grants };
  const personList: object[] = [siti];
  const calls: string[] = [];
  answerCalls(
    () => ({ name: "Person 1", outlets: [publika], grants }),
    ({ call, path }) => {
      if (path === "/staff/people" && call.startsWith("GET")) return Response.json({ personList });
      calls.push(call);
      return Response.json(
        call.startsWith("POST /staff/people/")
          ? { link: "https://staff.example/invitation#x", expiresAt: "2099-01-01T00:00:00Z" }
          : siti,
      );
    },
  );
  renderScreen(<PeopleScreen />);
  const row = await screen.findByRole("row", { name: /Person 2/ });
  expect(within(row).getByText("Invite after approval")).toBeVisible();
  expect(within(row).queryByRole("button", { name: /^Invite/ })).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Add a person" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/^Name/), "Person 2");
  personList[0] = person(2, 0);
  await userEvent.click(dialog.getByRole("button", { name: "Add a person" }));
  expect(await screen.findByText(/approved it, invite them here/)).toBeVisible();

  await userEvent.click(await screen.findByRole("button", { name: "Invite: Person 2" }));
  expect(await screen.findByText("https://staff.example/invitation#x")).toBeVisible();
  expect(screen.getByText("It works once, until 1 Jan 2099, 8:00 AM.")).toBeVisible();
  expect(calls).toEqual(["POST /staff/people", "POST /staff/people/2/invitation"]);
});
