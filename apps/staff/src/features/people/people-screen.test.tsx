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
