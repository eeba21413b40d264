import { configureApi } from "@loyalty/api-client/http";
import { WEEKDAYS } from "@loyalty/content/opening-hours";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";

import { StaffProvider } from "../../queries/session.tsx";
import HoursScreen from "./hours-screen.tsx";

const pair = (opens: string, closes: string) => ({ opens, closes });
const everyDay = (...hours: object[]) => Object.fromEntries(WEEKDAYS.map((day) => [day, hours]));
let sent: Record<string, unknown>[];

beforeEach(() => {
  sent = [];
  const operations = ["PUT /staff/outlet/{outlet_id}/hours"];
  const outlets = [{ id: 2, name: "Publika" }];
  configureApi({
    token: () => null,
    fetch: async (request) => {
      if (request.url.endsWith("/me")) return Response.json({ name: "Kumar", operations, outlets });
      const hours = everyDay(pair("10:00", "22:00"));
      if (request.method === "GET")
        return Response.json({ revision: 4, hours, closures: [], specialDays: [] });
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      return Response.json({ ...body, revision: 5 });
    },
  });
  render(
    <StaffProvider>
      <MemoryRouter>
        <HoursScreen />
      </MemoryRouter>
    </StaffProvider>,
  );
});

afterEach(() => configureApi({}));

const day = (name: string) => within(screen.getByRole("group", { name }));
const press = (button: HTMLElement) => userEvent.click(button);
/** A time is chosen, not typed letter by letter. */
const choose = (field: HTMLElement, value: string) =>
  fireEvent.change(field, { target: { value } });

async function publish() {
  await press(screen.getByRole("button", { name: "Publish" }));
  await userEvent.type(await screen.findByLabelText(/Reason/), "A new chef");
  await press(screen.getAllByRole("button", { name: "Publish" }).at(-1)!);
  await waitFor(() => expect(sent).toHaveLength(1));
}

test("hours of one day go to every day, and a day is closed", async () => {
  await screen.findByRole("group", { name: "Monday" });
  choose(day("Monday").getByLabelText(/Closes/), "15:00");
  await press(day("Monday").getByRole("button", { name: "Add hours: Monday" }));
  choose(day("Monday").getAllByLabelText(/Opens/)[1]!, "18:00");
  choose(day("Monday").getAllByLabelText(/Closes/)[1]!, "00:00");
  await press(screen.getByRole("button", { name: "Same as Monday on every day" }));
  await press(day("Sunday").getByRole("button", { name: "Remove: Sunday, hours 2" }));
  await press(day("Sunday").getByRole("button", { name: "Remove: Sunday, hours 1" }));
  expect(day("Sunday").getByText("Closed")).toBeVisible();

  await publish();

  const both = [pair("10:00", "15:00"), pair("18:00", "00:00")];
  const hours = { ...everyDay(...both), sunday: [] };
  expect(sent).toEqual([
    { revision: 4, hours, closures: [], specialDays: [], reason: "A new chef" },
  ]);
});

test("what is wrong stands at its field, and nothing is sent; a week without hours is refused", async () => {
  await screen.findByRole("group", { name: "Friday" });
  choose(day("Friday").getByLabelText(/Opens/), "20:00");
  choose(day("Friday").getByLabelText(/Closes/), "13:00");
  await press(screen.getByRole("button", { name: "Publish" }));

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
  await press(screen.getByRole("button", { name: "Publish" }));
  expect(await screen.findByText(/^An outlet is open on one day of the week/)).toBeVisible();
  expect(sent).toEqual([]);
});
