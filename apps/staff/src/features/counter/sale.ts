import { serverNow } from "@loyalty/api-client/http";
import { ringgitOf, senOf } from "@loyalty/api-client/rules/points";
import { i18n } from "@loyalty/ui/i18n";

import { problemText } from "../../components/problems.ts";
import { counterTexts } from "../../texts/counter.ts";
import type { Sale } from "../../till/till-database.ts";
import type { CounterMember, Found } from "./queries.ts";

/** A voucher that was scanned. */
export interface Offer {
  /** Null where the network could not answer. */
  id: number | null;
  code: string;
  /** The signed code, where it is taken without the network. */
  text: string | null;
  name: string;
  /** Sen off the bill; 0: it is something to hand out. */
  discountSen: number;
  /** The item's number in the till's menu. */
  sku: string | null;
  minSpendSen: number;
  /** Whose it is, where the network could answer. */
  memberId: number | null;
  memberName: string | null;
  /** Why it cannot be used here and now, or null. */
  whyNot: string | null;
  /** The member is showing it, and can be given it back. */
  isShown: boolean;
}

export interface BillDraft {
  who: { memberId: number } | { code: string };
  guest: CounterMember | null;
  /** First name, or the card's code where nobody could look it up. */
  name: string;
  receipt: string;
  /** Figures as typed, sen by sen. */
  amount: string;
  voucher: Offer | null;
}

/** `discountValue` of a reward that is money off (docs/till.md). */
const OFF_THE_BILL = 1;

export function offerOf(found: Found & { kind: "voucher" | "signed" }): Offer {
  if (found.kind === "signed") {
    const { code, name, minSpendSen, whyNot } = found.offer;
    return {
      id: null,
      code,
      text: found.text,
      name: name ?? i18n.t("voucher.unnamed", { ns: counterTexts }),
      discountSen: 0,
      sku: null,
      minSpendSen,
      memberId: null,
      memberName: null,
      whyNot: whyNot && i18n.t(`voucher.${whyNot}`, { ns: counterTexts }),
      isShown: false,
    };
  }
  const { code, name, rewardTypeId, discountValue, sku, minSpend, whyNot, ...voucher } =
    found.voucher;
  return {
    id: voucher.id,
    code,
    text: null,
    name,
    discountSen: rewardTypeId === OFF_THE_BILL ? senOf(discountValue) : 0,
    sku,
    minSpendSen: senOf(minSpend),
    memberId: voucher.memberId,
    memberName: voucher.memberName,
    whyNot: whyNot && problemText(whyNot),
    isShown: voucher.presentUntil !== null && voucher.usedAt === null,
  };
}

/** An empty bill of the member who was found, or whose voucher it is. */
export function draftOf(
  found: (Found & { kind: "guest" | "card" }) | Offer,
  voucher: Offer | null = null,
): BillDraft {
  const empty = { receipt: "", amount: "", voucher };
  if (!("kind" in found)) {
    return {
      ...empty,
      who: { memberId: found.memberId ?? 0 },
      guest: null,
      name: found.memberName ?? i18n.t("bill.ofVoucher", { ns: counterTexts }),
    };
  }
  return found.kind === "guest"
    ? {
        ...empty,
        who: { memberId: found.guest.memberId },
        guest: found.guest,
        name: found.guest.firstName,
      }
    : { ...empty, who: { code: found.code }, guest: null, name: found.code };
}

/** The bill as it is sent; a voucher that needs no signed code is used with it, both or neither. */
export const billOf = ({ who, receipt, amount, voucher }: BillDraft): Sale & { kind: "bill" } => ({
  kind: "bill",
  body: {
    ...who,
    receiptNumber: receipt.trim(),
    amount: ringgitOf(Number(amount)),
    paidAt: serverNow().toISOString(),
    ...(voucher && !voucher.text && { voucherCode: voucher.code }),
  },
});
