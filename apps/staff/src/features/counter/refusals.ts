import { ApiError, messageOf } from "@loyalty/api-client/errors.ts";
import type { CounterVoucher } from "@loyalty/api-client/staff/counter.ts";
import type { Queued } from "@loyalty/api-client/staff/till-database.ts";
import { formatDateTime, formatMoney } from "@loyalty/ui/i18n/formats.ts";
import { i18n, REFERENCE_LANGUAGE } from "@loyalty/ui/i18n/i18n.ts";

import { senOf } from "../../page/amounts.ts";
import { counterTexts } from "../../texts/counter.ts";

/** The facts that the API sends beside its English sentence. */
interface Facts {
  /** A voucher was used, and where. */
  usedAt?: string | null;
  outletName?: string | null;
  /** A receipt was recorded; null for another member's bill. */
  recordedAt?: string;
  amount?: string | null;
}

/** Why a voucher that was looked up cannot be used, in the cashier's language, or null. */
export const whyNotOf = (voucher: CounterVoucher): string | null =>
  voucher.whyNot && (told(voucher) ?? voucher.whyNot);

/** What the server refused, in the cashier's language: with when, where and how much. */
export const refusalOf = (error: unknown): string =>
  (error instanceof ApiError && error.fromServer && told((error.body ?? {}) as Facts)) ||
  messageOf(error, counterTexts.t("failed"));

/** The same of a sale that was refused while nobody looked. */
export function refusalOfQueued({ message, code, body }: NonNullable<Queued["refused"]>): string {
  return refusalOf(new ApiError({ message, code, body, status: 409, fromServer: true }));
}

/** The sentence of known facts; null in English, whose sentence is the API's own. */
function told({ usedAt, outletName, recordedAt, amount }: Facts): string | null {
  if (i18n.language === REFERENCE_LANGUAGE) return null;
  if (usedAt && outletName) {
    return counterTexts.t("why.used", { when: formatDateTime(usedAt), outlet: outletName });
  }
  if (!recordedAt) return null;
  const when = formatDateTime(recordedAt);
  return amount
    ? counterTexts.t("why.receipt", { when, amount: formatMoney(senOf(amount)) })
    : counterTexts.t("why.receiptOfOther", { when });
}
