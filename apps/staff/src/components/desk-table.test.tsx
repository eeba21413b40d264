import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { StaffProvider } from "../queries/session.tsx";
import { type Column, QueryTable } from "./desk-table.tsx";

interface Place {
  id: number;
  name: string;
  tills: number;
}

const places: Place[] = [
  { id: 1, name: "Publika", tills: 2 },
  { id: 2, name: "=Bangsar", tills: 10 },
];
const columns: Column<Place>[] = [
  { id: "name", head: "Outlet", isTitle: true, cell: ({ name }) => name },
  {
    id: "tills",
    head: "Tills",
    cell: ({ tills }) => <b>{tills}</b>,
    isNumber: true,
    sortBy: ({ tills }) => tills,
  },
];

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

interface Shown {
  hasNextPage?: boolean;
  data?: Place[];
  density?: "normal" | "tight";
}

function show(
  path: string,
  { hasNextPage = false, data = places, density = "normal" }: Shown = {},
) {
  const query = {
    data,
    error: null,
    isPending: false,
    isFetching: false,
    refetch: () => {},
    hasNextPage,
  };
  return render(
    <StaffProvider>
      <MemoryRouter initialEntries={[path]}>
        <QueryTable
          name="places"
          query={query}
          columns={columns}
          caption="Outlets"
          density={density}
          empty="None"
          loading="Loading"
          failed="Failed"
          rowKey={({ id }) => id}
        />
      </MemoryRouter>
    </StaffProvider>,
  );
}

/** The text of the file that is saved next. */
function nextFile(): Promise<string> {
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  return new Promise((resolve) => {
    URL.revokeObjectURL = () => {};
    URL.createObjectURL = (file) => {
      const reader = new FileReader();
      reader.addEventListener("load", () => resolve(reader.result as string));
      reader.readAsText(file as Blob);
      return "blob:file";
    };
  });
}

test("a table's file has the rows in the order and with the columns that are shown", async () => {
  show("/?sort=-tills");
  expect(screen.getByText("2 rows")).toBeVisible();
  const file = nextFile();
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "CSV" }));
  expect(await file).toBe("Outlet,Tills\r\n'=Bangsar,10\r\nPublika,2\r\n");
});

test("how high the rows are and which columns there are is kept under the table's name", async () => {
  const { unmount } = show("/");
  await userEvent.click(screen.getByRole("button", { name: "Columns and rows" }));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "Tight" }));
  await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Tills" }));
  unmount();
  show("/");
  expect(screen.getByRole("table")).toHaveAttribute("data-density", "tight");
  expect(screen.queryByRole("columnheader", { name: "Tills" })).toBeNull();
});

test("a table is as low as its page says until somebody chooses", async () => {
  show("/", { density: "tight" });
  expect(screen.getByRole("table")).toHaveAttribute("data-density", "tight");
  await userEvent.click(screen.getByRole("button", { name: "Columns and rows" }));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "Normal" }));
  expect(screen.getByRole("table")).toHaveAttribute("data-density", "normal");
});

test("a table without rows offers neither columns nor a file", () => {
  show("/", { data: [] });
  expect(screen.getByText("None")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a list of which not all is loaded says so, and that only the loaded rows are sorted", () => {
  const { unmount } = show("/", { hasNextPage: true });
  expect(screen.getByText("2 rows loaded, there are more")).toBeVisible();
  unmount();
  show("/?sort=tills", { hasNextPage: true });
  expect(screen.getByText("Only the 2 rows that are loaded are sorted")).toBeVisible();
});
