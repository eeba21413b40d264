import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import type { ReceiptClaim as Claim } from "./queries.ts";
import { ReceiptClaim } from "./receipt-claim.tsx";

const claim: Claim = {
  id: 7,
  outletId: 1,
  receiptNumber: "A-1004",
  businessDay: "2026-03-02",
  amount: "45.90",
  paidAt: "2026-03-02T05:00:00Z",
  points: 45,
  expiresAt: "2026-03-09T05:00:00Z",
  isVoid: false,
  code: "LR1.name.signature",
  url: "https://krua.example/receipt#LR1.name.signature",
};

let sent: { path: string; body: unknown; key: string | null }[];
let answer: () => Promise<Response> | Response;
const onNext = vi.fn();

beforeEach(() => {
  sent = [];
  onNext.mockClear();
  answer = () => Response.json({ receiptClaim: claim }, { status: 201 });
  answerCalls(
    () => null,
    ({ path, body, key }) => {
      sent.push({ path, body, key });
      return answer();
    },
  );
  renderScreen(<ReceiptClaim outletName="Publika" onBack={() => {}} onNext={onNext} />);
});

async function type(receipt: string, sen: string) {
  if (receipt) await userEvent.type(screen.getByLabelText("Receipt number"), receipt);
  const pad = screen.getByRole("group", { name: "Number pad" });
  for (const figure of sen) {
    await userEvent.click(within(pad).getByRole("button", { name: figure }));
  }
}

const show = () => screen.getByRole("button", { name: "Show the QR" });

test("a bill becomes a QR of the site's page, with outlet, amount and until when", async () => {
  await type(" A-1004 ", "4590");
  await userEvent.click(show());
  expect(await screen.findByRole("img", { name: "QR of receipt A-1004" })).toBeVisible();
  expect(screen.getByText("Publika · RM 45.90")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent(/before .*9 Mar 2026.*1:00 PM/i);
  expect(sent).toEqual([
    {
      path: "/staff/counter/receipt",
      body: { receiptNumber: "A-1004", amount: "45.90" },
      key: expect.stringMatching(/./),
    },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Next guest" }));
  expect(onNext).toHaveBeenCalledOnce();
});

test.each([
  ["", "4590", "Type the receipt number."],
  ["A-1004", "", "Type what was paid."],
  ["A-1004", "00", "Type what was paid."],
])("receipt '%s' and amount '%s': %s", async (receipt, sen, sentence) => {
  await type(receipt, sen);
  await userEvent.click(show());
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(sent).toEqual([]);
});

test("a button that is pressed twice makes one claim", async () => {
  let settle: ((response: Response) => void) | undefined;
  answer = () => new Promise((resolve) => (settle = resolve));
  await type("A-1004", "4590");
  await userEvent.dblClick(show());
  await expect.poll(() => settle).toBeDefined();
  settle?.(Response.json({ receiptClaim: claim }, { status: 201 }));
  expect(await screen.findByRole("img")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("a refusal says why, and what was typed stays", async () => {
  const message = "Receipt A-1004 was recorded at 13:00 by Mei for another member.";
  answer = () => Response.json({ code: "receipt_taken", message }, { status: 409 });
  await type("A-1004", "4590");
  await userEvent.click(show());
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText("Receipt number")).toHaveValue("A-1004");
  expect(screen.getByText("RM 45.90")).toBeVisible();
});

test("without the network it says that it needs one, and that nothing was stored", async () => {
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  await type("A-1004", "4590");
  await userEvent.click(show());
  expect(
    await screen.findByText(/^This needs the network.*Nothing was made or stored/),
  ).toBeVisible();
});

test("it is voided with a reason, and the QR is gone", async () => {
  await type("A-1004", "4590");
  await userEvent.click(show());
  await userEvent.click(await screen.findByRole("button", { name: "Void it" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByRole("textbox"), "typed a wrong amount");

  const message = "A member has claimed this bill. Take the bill back instead.";
  answer = () => Response.json({ code: "receipt_claimed", message }, { status: 409 });
  await userEvent.click(within(dialog).getByRole("button", { name: "Void it" }));
  expect(await within(dialog).findByText(message)).toBeVisible();

  answer = () => Response.json({ receiptClaim: { ...claim, isVoid: true } });
  await userEvent.click(within(dialog).getByRole("button", { name: "Void it" }));
  expect(await screen.findByRole("heading", { name: "Voided" })).toBeVisible();
  expect(screen.queryByRole("img", { name: "QR of receipt A-1004" })).toBeNull();
  expect(sent.at(-1)).toMatchObject({
    path: "/staff/counter/receipt/7/void",
    body: { reason: "typed a wrong amount" },
  });
});
