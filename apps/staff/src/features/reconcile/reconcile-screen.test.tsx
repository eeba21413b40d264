import { configureApi } from "@loyalty/api-client/http";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";

import { StaffProvider } from "../../queries/session.tsx";
import ReconcileScreen from "./reconcile-screen.tsx";

const CSV = "outletId,receiptNumber,amount,paidAt\n1,A-1,45.90,2026-03-14\n";

const bill = (id: number, receiptNumber: string) => ({
  id,
  receiptNumber,
  outletId: 1,
  memberId: 3,
  amount: "45.90",
  points: 45,
  whyNot: null,
  businessDay: "2026-03-14",
});

afterEach(() => configureApi({}));

test("only the ticked bills are verified, and a refusal names its receipt", async () => {
  const sent: unknown[] = [];
  let answer: (() => void) | undefined;
  let matching = [bill(1, "A-1"), bill(2, "A-2"), bill(3, "A-3")];
  configureApi({
    token: () => null,
    fetch: async (request) => {
      if (request.url.endsWith("/staff/me")) {
        const operations = ["POST /staff/reconcile", "POST /staff/bill/verify"];
        return Response.json({ operations, outlets: [{ id: 1, name: "Publika" }] });
      }
      if (request.url.endsWith("/verify")) {
        sent.push(await request.json());
        await new Promise<void>((resolve) => (answer = resolve));
        matching = [bill(2, "A-2")];
        const whyNot = { code: "bill_limit", message: "", params: {} };
        return Response.json({
          resultList: [
            { billId: 1, isVerified: true, whyNot: null },
            { billId: 3, isVerified: false, whyNot },
          ],
        });
      }
      return Response.json({
        salesCount: 3,
        verifiedBeforeCount: 0,
        matching,
        matchingCount: matching.length,
        amountsDiffer: [],
        amountsDifferCount: 0,
        onlyOurs: [],
        onlyOursCount: 0,
        onlyTheirs: [],
        onlyTheirsCount: 0,
        unreadable: [
          { line: 5, problem: { code: "not_an_outlet_id", message: "", params: { value: "x" } } },
        ],
        unreadableCount: 1,
      });
    },
  });
  render(
    <StaffProvider>
      <MemoryRouter>
        <ReconcileScreen />
      </MemoryRouter>
    </StaffProvider>,
  );
  const file = new File([CSV], "sales.csv", { type: "text/csv" });
  // The browser's File has it.
  file.arrayBuffer = async () => new TextEncoder().encode(CSV).buffer;
  await userEvent.upload(screen.getByLabelText(/File of sales/), file);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Verify A-2" }));
  expect(screen.getByText('"x" is not the id of an outlet.')).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("Lines that could not be read: 1.");
  expect(screen.queryByText(/That is normal/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Verify the ticked (2)" }));
  expect(await screen.findByText(/^They come to RM .* points\.$/)).toBeVisible();
  await userEvent.dblClick(screen.getByRole("button", { name: "Verify" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  answer?.();

  expect(
    await screen.findByText(
      /^Receipt A-3 was not verified: This bill is larger than a till may confirm/,
    ),
  ).toBeVisible();
  expect(screen.getByText(/Bills verified: 1\./)).toBeVisible();
  expect(sent).toEqual([{ billIds: [1, 3], reason: "verified by a file of sales" }]);
});

test("a file of which nothing could be read is one alert, and nothing that reassures", async () => {
  configureApi({
    token: () => null,
    fetch: async (request) =>
      request.url.endsWith("/staff/me")
        ? Response.json({ operations: ["POST /staff/reconcile"], outlets: [] })
        : Response.json({
            salesCount: 0,
            verifiedBeforeCount: 0,
            matching: [],
            matchingCount: 0,
            amountsDiffer: [],
            amountsDifferCount: 0,
            onlyOurs: [],
            onlyOursCount: 0,
            onlyTheirs: [],
            onlyTheirsCount: 0,
            unreadable: [
              {
                line: 2,
                problem: { code: "not_an_outlet_id", message: "", params: { value: "x" } },
              },
            ],
            unreadableCount: 1,
          }),
  });
  render(
    <StaffProvider>
      <MemoryRouter>
        <ReconcileScreen />
      </MemoryRouter>
    </StaffProvider>,
  );
  const file = new File([CSV], "sales.csv", { type: "text/csv" });
  file.arrayBuffer = async () => new TextEncoder().encode(CSV).buffer;
  await userEvent.upload(screen.getByLabelText(/File of sales/), file);

  expect(await screen.findByRole("alert")).toHaveTextContent(
    'Lines that could not be read: 1, which is all of them. Line 2: "x" is not the id of an outlet.',
  );
  expect(screen.queryByText(/normal|agree|Matching bills/)).toBeNull();
});
