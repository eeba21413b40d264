import { configureApi } from "@loyalty/api-client/http";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";

import type { Me } from "../../queries/session.tsx";
import { renderScreen } from "../../testing/office.tsx";
import { BillForm } from "./bill-form.tsx";
import type { CounterMember } from "./queries.ts";

afterEach(() => {
  configureApi({});
  vi.unstubAllGlobals();
});

const guest: CounterMember = {
  memberId: 12,
  firstName: "Aisyah",
  membershipLevel: 1,
  membershipName: "Plus",
  memberPointAmount: 120,
  multiplier: "1.2",
  voucherList: [
    {
      name: "Kangkung Fritters",
      rewardTypeId: 2,
      discountValue: "0.00",
      minSpend: "0.00",
      expireAt: "2026-12-19T16:00:00Z",
      presentUntil: null,
    },
  ],
};

test("a tablet says what a bill gives and lists the guest's vouchers, and one is scanned from there", async () => {
  const matches = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal("matchMedia", () => matches);
  configureApi({ token: () => null, fetch: async () => Response.json({ billList: [] }) });
  const addVoucher = vi.fn();
  const draft = {
    who: { memberId: guest.memberId },
    guest,
    name: guest.firstName,
    receipt: "A-1",
    amount: "4750",
    voucher: null,
  };
  renderScreen(
    <BillForm
      draft={draft}
      me={{ id: 1, name: "Mei Ling" } as Me}
      onChange={() => {}}
      onAddVoucher={addVoucher}
      onShown={() => {}}
      onBack={() => {}}
    />,
  );
  expect(screen.getByLabelText("Amount paid")).toHaveAccessibleDescription("+57 points");
  const list = screen.getByRole("region", { name: "Vouchers to hand out" });
  await userEvent.click(
    within(list).getByRole("button", { name: /^Kangkung Fritters ?Last day 19 Dec 2026$/ }),
  );
  expect(addVoucher).toHaveBeenCalledOnce();
});
