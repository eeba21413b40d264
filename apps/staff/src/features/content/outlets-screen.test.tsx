import { WEEKDAYS } from "@loyalty/content/opening-hours";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import OutletsScreen from "./outlets-screen.tsx";

const pair = (opens: string, closes: string) => ({ opens, closes });
const everyDay = (...hours: object[]) => Object.fromEntries(WEEKDAYS.map((day) => [day, hours]));
const description = {
  address: {
    street: "1, Jalan Dutamas 1",
    postcode: "50480",
    city: "Kuala Lumpur",
    state: "Kuala Lumpur",
  },
  coordinates: { lat: 3.1712, lng: 101.6655 },
  hours: everyDay(pair("10:00", "22:00")),
  closures: [],
  specialDays: [],
  features: ["dine-in", "takeaway"],
};
const outlet = (id: number, name: string, more = {}) => ({
  id,
  name,
  brand: "krua-bowl",
  isOpen: true,
  draftId: null,
  description,
  ...more,
});
const till = { id: 31, name: "Counter 1", enrolledBy: "Kumar", lastUsedAt: null, revokedAt: null };
const MANAGER = ["PUT /staff/outlet/{outlet_id}/hours", "POST /staff/outlet/days"];
const HEAD = [...MANAGER, "POST /staff/outlet", "PUT /staff/outlet/{outlet_id}"];
let sent: { call: string; body: Record<string, unknown> }[];
let outletList: object[];
let operations: string[];

beforeEach(() => {
  sent = [];
  operations = MANAGER;
  outletList = [outlet(2, "Publika"), outlet(3, "KLIA 2"), outlet(4, "Gurney Bay")];
  answerCalls(
    () => ({ name: "Kumar", operations }),
    ({ method, path, body }) => {
      if (method !== "GET") {
        const call = `${method} ${path.replace("/staff", "")}`;
        sent.push({ call, body: body as Record<string, unknown> });
      }
      if (path === "/staff/outlet/2/till") return Response.json({ tillList: [till] });
      return Response.json({ revision: 4 + sent.length, outletList });
    },
  );
});

const show = (address: string) =>
  renderScreen(
    <Routes>
      <Route path="/outlets/:outletId?" element={<OutletsScreen />} />
    </Routes>,
    address,
  );
const day = (name: string) => within(screen.getByRole("group", { name }));
const press = (button: HTMLElement) => userEvent.click(button);
const pressed = (name: string | RegExp) => press(screen.getByRole("button", { name }));
/** A time is chosen, not typed letter by letter. */
const choose = (field: HTMLElement, value: string) =>
  fireEvent.change(field, { target: { value } });

async function confirm(label: string) {
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText(/Reason/), "A new chef");
  await press(dialog.getByRole("button", { name: label }));
  await waitFor(() => expect(sent).toHaveLength(1));
}

test("hours of one day go to every day, and a day is closed", async () => {
  show("/outlets/2");
  await screen.findByRole("group", { name: "Monday" });
  expect(screen.queryByLabelText(/Address/)).not.toBeInTheDocument();
  choose(day("Monday").getByLabelText(/Closes/), "15:00");
  await press(day("Monday").getByRole("button", { name: "Add hours: Monday" }));
  choose(day("Monday").getAllByLabelText(/Opens/)[1]!, "18:00");
  choose(day("Monday").getAllByLabelText(/Closes/)[1]!, "00:00");
  await pressed("Same as Monday on every day");
  await press(day("Sunday").getByRole("button", { name: "Remove: Sunday, hours 2" }));
  await press(day("Sunday").getByRole("button", { name: "Remove: Sunday, hours 1" }));
  expect(day("Sunday").getByText("Closed")).toBeVisible();
  await pressed("Publish");
  await confirm("Publish");

  const both = [pair("10:00", "15:00"), pair("18:00", "00:00")];
  const hours = { ...everyDay(...both), sunday: [] };
  const body = { revision: 4, hours, closures: [], specialDays: [], reason: "A new chef" };
  expect(sent).toEqual([{ call: "PUT /outlet/2/hours", body }]);
});

test("what is wrong stands at its field, and nothing is sent; a week without hours is refused", async () => {
  show("/outlets/2");
  await screen.findByRole("group", { name: "Friday" });
  choose(day("Friday").getByLabelText(/Opens/), "20:00");
  choose(day("Friday").getByLabelText(/Closes/), "13:00");
  await pressed("Publish");
  await waitFor(() =>
    expect(day("Friday").getByLabelText(/Closes/)).toHaveAccessibleDescription(
      "It closes after it opens, at the latest at noon of the next day.",
    ),
  );
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  for (const name of WEEKDAYS) {
    const label = name.charAt(0).toUpperCase() + name.slice(1);
    await press(day(label).getByRole("button", { name: /^Remove/ }));
  }
  await pressed("Publish");
  expect(await screen.findByText(/^An outlet is open on one day of the week/)).toBeVisible();
  expect(sent).toEqual([]);
});

test("three outlets are closed in one act", async () => {
  show("/outlets");
  await press(await screen.findByRole("button", { name: "Closure or other hours" }));
  const dialog = within(screen.getByRole("dialog"));
  await press(dialog.getByRole("button", { name: "Publish" }));
  expect(await dialog.findByText("Please choose an outlet.")).toBeVisible();
  await press(dialog.getByRole("button", { name: "All outlets" }));
  await userEvent.type(dialog.getByLabelText(/^Name/), "Hari Raya");
  await userEvent.type(dialog.getByLabelText(/^First day/), "10 Dec 2026");
  await userEvent.type(dialog.getByLabelText(/^Last day/), "9 Dec 2026");
  await press(dialog.getByRole("button", { name: "Public holiday" }));
  await press(dialog.getByRole("button", { name: "Publish" }));
  expect(await dialog.findByText("The last day cannot be before the first.")).toBeVisible();
  await userEvent.clear(dialog.getByLabelText(/^Last day/));
  await press(dialog.getByRole("button", { name: "Publish" }));

  await waitFor(() => expect(sent).toHaveLength(1));
  const body = {
    outletIds: [2, 3, 4],
    name: "Hari Raya",
    firstDay: "2026-12-10",
    lastDay: "2026-12-10",
    hours: [],
    reason: "Public holiday",
  };
  expect(sent).toEqual([{ call: "POST /outlet/days", body }]);
});

test("a new outlet is one form, which takes hours and services from another outlet as a copy", async () => {
  operations = HEAD;
  show("/outlets/new");
  await userEvent.type(await screen.findByRole("textbox", { name: /^Name\W*$/ }), "Penang Hill");
  await userEvent.selectOptions(screen.getByLabelText(/^Brand/), "Thong Cha");
  const address = screen.getByRole("textbox", { name: /^Address/ });
  await userEvent.type(address, "172, Persiaran Gurney, 10250 George Town");
  await userEvent.type(screen.getByRole("textbox", { name: /^Place on the map/ }), "5.437, 100.31");
  await userEvent.selectOptions(screen.getByLabelText("Same hours and services as"), "Publika");
  expect(screen.getByText(/are those of Publika\. Please check them\./)).toBeVisible();
  await pressed("Ask for approval");
  await waitFor(() => expect(address).toHaveAccessibleDescription(/the state after a comma/));
  expect(sent).toEqual([]);
  await userEvent.type(address, ", Penang");
  choose(screen.getAllByLabelText(/Closes/)[0]!, "21:00");
  await pressed("Ask for approval");
  await confirm("Ask for approval");

  const { call, body } = sent[0]!;
  expect([call, body.name, body.brand]).toEqual(["POST /outlet", "Penang Hill", "thong-cha"]);
  expect(body.description).toEqual({
    ...description,
    address: {
      street: "172, Persiaran Gurney",
      postcode: "10250",
      city: "George Town",
      state: "Penang",
    },
    coordinates: { lat: 5.437, lng: 100.31 },
    hours: { ...everyDay(pair("10:00", "22:00")), monday: [pair("10:00", "21:00")] },
  });
});

test("an outlet that waits for another person says so and cannot be changed", async () => {
  operations = HEAD;
  outletList = [outlet(20, "Penang Hill", { isOpen: false, draftId: 7 })];
  show("/outlets/20");
  expect(await screen.findByText("Waits for approval")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Publish" })).not.toBeInTheDocument();
});

test("the tills of an outlet have the numbers by which the log and the command line name them", async () => {
  operations = [...MANAGER, "GET /staff/outlet/{outlet_id}/till"];
  show("/outlets/2");
  const row = await screen.findByRole("row", { name: /Counter 1/ });
  expect(within(row).getByRole("cell", { name: "31" })).toBeVisible();
});
