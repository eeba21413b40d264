import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, publika, renderScreen } from "../../testing/office.tsx";
import type { OfficeVoucher } from "./queries.ts";
import VouchersScreen from "./vouchers-screen.tsx";

const shown: OfficeVoucher = {
  id: 5,
  memberId: 12,
  name: "Thai milk tea",
  state: "shown",
  cost: 500,
  minSpend: "0.00",
  outletIds: [],
  expireAt: "2027-01-26T16:00:00.000Z",
  presentUntil: "2026-03-14T06:10:00Z",
  usedAt: null,
  usedReceipt: null,
  cancelledAt: null,
  outletId: 1,
  outletName: "Publika",
  tillName: null,
  staffName: null,
};
const stuck: OfficeVoucher = { ...shown, id: 6, state: "stuck", tillName: "Counter 2" };
const used: OfficeVoucher = {
  ...shown,
  id: 7,
  state: "used",
  usedAt: "2026-03-14T06:00:00Z",
  usedReceipt: "A-1",
};
const every = [
  "GET /staff/voucher",
  "POST /staff/voucher/find",
  "POST /staff/voucher/{voucher_id}/release",
  "POST /staff/voucher/{voucher_id}/use",
  "POST /staff/voucher/{voucher_id}/cancel",
  "POST /staff/voucher/{voucher_id}/restore",
];

let vouchers: OfficeVoucher[];
let operations: string[];
let sent: { path: string; body: unknown }[];
let asked: string[];
let answers: Record<string, () => Promise<Response> | Response>;

beforeEach(() => {
  vouchers = [shown, stuck];
  operations = every;
  sent = [];
  asked = [];
  answers = {};
  answerCalls(
    () => ({ operations, outlets: [publika, { id: 2, name: "Bangsar" }] }),
    ({ method, path, query, body }) => {
      if (method === "GET") {
        asked.push(query.toString());
        return Response.json({ voucherList: vouchers });
      }
      sent.push({ path, body });
      return answers[path]?.() ?? new Response(null, { status: 404 });
    },
  );
});

function show(path = "/vouchers") {
  renderScreen(<VouchersScreen />, path);
}

/** Chooses what is done with a voucher from the menu of its row. */
async function act(id: number, name: string) {
  await userEvent.click(
    await screen.findByRole("button", { name: `Actions for Thai milk tea, ${id}` }),
  );
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

test("a stuck voucher is marked, and released once with a warning and a reason", async () => {
  let settle: (() => void) | undefined;
  answers["/staff/voucher/6/release"] = () =>
    new Promise((resolve) => (settle = () => resolve(Response.json({ ...stuck, state: "open" }))));
  show();
  const row = await screen.findByRole("row", { name: /Stuck: its till has not reported/ });
  expect(row).toHaveAttribute("data-state", "waiting");
  expect(row).toHaveTextContent("Publika, Counter 2");
  expect(within(row).getByRole("cell", { name: "26 Jan 2027" })).toBeVisible();
  expect(new URLSearchParams(asked[0]).get("state")).toBe("shown");
  await act(6, "Release");
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("Make sure that the till has not taken it");
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), "The tablet is broken");
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Release" }));
  settle?.();
  expect(await screen.findByText("Done: Thai milk tea is the member's again.")).toBeVisible();
  expect(sent).toEqual([
    { path: "/staff/voucher/6/release", body: { reason: "The tablet is broken" } },
  ]);
});

test("each state and role has its own acts", async () => {
  vouchers = [shown, stuck, used, { ...shown, id: 8, state: "expired" }];
  operations = every.filter((each) => !each.endsWith("/cancel"));
  show("/vouchers?state=all");
  await screen.findByRole("row", { name: /Used 14 Mar 2026, 2:00 PM A-1/ });
  const acts: Record<string, string[]> = {};
  for (const menu of screen.getAllByRole("button", { name: /^Actions for .*, \d/ })) {
    await userEvent.click(menu);
    const items = await screen.findAllByRole("menuitem");
    acts[menu.getAttribute("aria-label")!.slice(-1)] = items.map((each) => each.textContent);
    await userEvent.keyboard("{Escape}");
  }
  expect(acts).toEqual({ 5: ["Release", "Use"], 6: ["Release"], 7: ["Undo the use"] });
  expect(new URLSearchParams(asked[0]).has("state")).toBe(false);
});

test("the outlet and the order of the list are in the address, and the server sorts", async () => {
  show("/vouchers?state=used&outlet=2&sort=-lastDay");
  await screen.findByRole("row", { name: /Stuck/ });
  expect(Object.fromEntries(new URLSearchParams(asked[0]))).toMatchObject({
    state: "used",
    outletId: "2",
    sort: "expireAt",
    order: "desc",
  });
});

test("nothing stuck is said to be normal", async () => {
  vouchers = [];
  show("/vouchers?state=stuck");
  expect(await screen.findByText(/^No voucher is stuck\. That is normal/)).toBeVisible();
});

test("one found by its code is cancelled, and shown as it is then", async () => {
  let found: OfficeVoucher = { ...shown, state: "open", presentUntil: null };
  answers["/staff/voucher/find"] = () => Response.json(found);
  answers["/staff/voucher/5/cancel"] = () => {
    found = { ...found, state: "cancelled", cancelledAt: "2026-03-14T06:00:00Z" };
    return Response.json(found);
  };
  show();
  await userEvent.type(await screen.findByLabelText("Code of the voucher"), " dcqp-7vvk-3d4m ");
  await userEvent.click(screen.getByRole("button", { name: "Find" }));
  await act(5, "Cancel it");
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("The member gets 500 points back.");
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), "Ticket 4711, a wish");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel it" }));
  expect(await screen.findByText(/^Cancelled 14 Mar 2026/)).toBeVisible();
  expect(sent[0]).toEqual({ path: "/staff/voucher/find", body: { code: "dcqp-7vvk-3d4m" } });
});

test("an unknown code is said in the API's words", async () => {
  const message = "There is no such voucher.";
  answers["/staff/voucher/find"] = () =>
    Response.json({ code: "not_found", message }, { status: 404 });
  show();
  await userEvent.type(await screen.findByLabelText("Code of the voucher"), "XXXX");
  await userEvent.click(screen.getByRole("button", { name: "Find" }));
  expect(await screen.findByText(message)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show the list" }));
  expect(await screen.findByRole("row", { name: /Stuck/ })).toBeVisible();
});

test("a use by hand needs the amount that the voucher asks for, at an outlet where it is good", async () => {
  vouchers = [{ ...shown, minSpend: "30.00", outletIds: [1] }];
  answers["/staff/voucher/5/use"] = () => Response.json(used);
  show();
  await act(5, "Use");
  const dialog = await screen.findByRole("dialog");
  expect(
    within(dialog)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Publika"]);
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), "The tablet is broken");
  await userEvent.click(within(dialog).getByRole("button", { name: "Use" }));
  expect(await within(dialog).findByText(/^Please give an amount/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText(/^Amount paid/), "1,032.5");
  await userEvent.click(within(dialog).getByRole("button", { name: "Use" }));
  expect(await screen.findByText("Done: Thai milk tea is used at Publika.")).toBeVisible();
  expect(sent).toEqual([
    {
      path: "/staff/voucher/5/use",
      body: { outletId: 1, netAmount: "1032.50", reason: "The tablet is broken" },
    },
  ]);
});

test("undoing a use waits for another person", async () => {
  vouchers = [used];
  answers["/staff/voucher/7/restore"] = () => Response.json({ id: 3, state: "waiting" });
  show("/vouchers?state=used");
  await act(7, "Undo the use");
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), "Scanned by mistake");
  await userEvent.click(within(dialog).getByRole("button", { name: "Undo the use" }));
  expect(await screen.findByText(/^Nothing has changed yet: .*\(request 3\)/)).toBeVisible();
});
