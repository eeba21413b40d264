import { configureApi } from "@loyalty/api-client/http";
import { WEEKDAYS } from "@loyalty/content/opening-hours";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";

import { StaffProvider } from "../../queries/session.tsx";
import { KindPage } from "./kind-page.tsx";

const daily = (opens: string, closes: string) =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, [{ opens, closes }]]));
const publika = {
  id: 2,
  address: {
    street: "1, Jalan Dutamas 1, Solaris Dutamas",
    postcode: "50480",
    city: "Kuala Lumpur",
    state: "Kuala Lumpur",
  },
  coordinates: { lat: 3.1712, lng: 101.6655 },
  hours: daily("10:00", "22:00"),
  closures: [{ firstDay: "2031-02-17", lastDay: "2031-02-18" }],
  specialDays: [],
  features: ["dine-in", "takeaway"],
};
let sent: { document: { outlets: object[] } }[];

beforeEach(() => {
  sent = [];
  const outlets = [
    { id: 2, name: "Publika" },
    { id: 20, name: "Gurney Bay" },
  ];
  configureApi({
    token: () => null,
    fetch: async (request) => {
      if (request.url.endsWith("/me"))
        return Response.json({ name: "Mei", operations: [], outlets });
      if (request.url.endsWith("/version")) return Response.json({ versionList: [] });
      let draft = null;
      if (request.method === "PUT") {
        const body = (await request.json()) as (typeof sent)[number];
        sent.push(body);
        draft = body.document;
      }
      return Response.json({
        kind: "outlets",
        revision: 4 + sent.length,
        changedAt: "2026-03-14T02:00:00Z",
        changedBy: null,
        hasDraft: draft !== null,
        missingCount: 0,
        published: { id: 1, document: { outlets: [publika] } },
        draft,
        missing: [],
        undescribedOutlets: [20],
      });
    },
  });
});

afterEach(() => configureApi({}));

const renderOutlets = (address = "/content/outlets") =>
  render(
    <StaffProvider>
      <MemoryRouter initialEntries={[address]}>
        <KindPage kind="outlets" />
      </MemoryRouter>
    </StaffProvider>,
  );
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("an outlet is described by its address, its place and the hours of another one, which stay a copy", async () => {
  renderOutlets();
  await userEvent.click(await screen.findByRole("button", { name: "Describe Gurney Bay" }));
  const address = screen.getByRole("textbox", { name: /^Address/ });
  expect(address).toHaveFocus();
  expect(screen.queryByText(/^Open outlets that pages say nothing of/)).not.toBeInTheDocument();
  await userEvent.type(address, "172, Persiaran Gurney, 10250 George Town");
  await userEvent.type(screen.getByRole("textbox", { name: /^Place on the map/ }), "5.437, 100.31");
  await userEvent.selectOptions(screen.getByLabelText("Same hours and services as"), "Publika");
  expect(screen.getByText(/are those of Publika\. Please check them\./)).toBeVisible();
  await press("Save draft");
  expect(address).toHaveAccessibleDescription(/the state after a comma/);
  expect(sent).toEqual([]);

  await userEvent.type(address, ", Penang");
  fireEvent.change(screen.getAllByLabelText(/Closes/)[0]!, { target: { value: "21:00" } });
  await press("Save draft");
  await waitFor(() => expect(sent).toHaveLength(1));
  const { outlets } = sent[0]!.document;
  expect(outlets[0]).toEqual(publika);
  expect(outlets[1]).toEqual({
    id: 20,
    address: {
      street: "172, Persiaran Gurney",
      postcode: "10250",
      city: "George Town",
      state: "Penang",
    },
    coordinates: { lat: 5.437, lng: 100.31 },
    hours: { ...daily("10:00", "22:00"), monday: [{ opens: "10:00", closes: "21:00" }] },
    closures: [],
    specialDays: [],
    features: ["dine-in", "takeaway"],
  });
});

test("an entry that the address asks for is open; an outlet that pages describe is not offered again", async () => {
  renderOutlets("/content/outlets?add");
  const outlet = await screen.findByRole("combobox", { name: /^Outlet/ });
  await waitFor(() => expect(outlet).toHaveFocus());
  expect([...outlet.querySelectorAll("option")].map(({ label }) => label)).toEqual([
    "Please choose",
    "Gurney Bay",
  ]);
  expect(screen.getAllByRole("button", { name: /^(Edit|Close) / })).toHaveLength(2);
});
