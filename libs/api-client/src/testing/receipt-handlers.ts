import { HttpResponse, type HttpHandler } from "msw";

import type { Bill } from "../wire.ts";
import { callerOf, errorResponse, notSignedIn, type FakeApi, type Handle } from "./responses.ts";

const FORGED = {
  message: "This code was not made by us. Please scan the receipt again.",
  code: "receipt_forged",
};
const YOURS = { message: "You have already claimed this bill.", code: "receipt_already_yours" };
const CLAIMED = {
  message: "Somebody else has already claimed this bill.",
  code: "receipt_claimed",
};

export function receiptHandlers(api: FakeApi, handle: Handle): HttpHandler[] {
  const { world } = api;

  const refusalFor = (ownerId: number | null, memberId: number | undefined) =>
    ownerId === null ? null : ownerId === memberId ? YOURS : CLAIMED;

  return [
    handle("POST /receipt/check", async ({ request }) => {
      const { code } = (await request.clone().json()) as { code: string };
      const found = world.receipts[code];
      if (!found) return errorResponse(404, FORGED);
      const refusal = refusalFor(found.ownerId, callerOf(api, request)?.id);
      return HttpResponse.json({
        ...found.receipt,
        reason: refusal?.code ?? found.receipt.reason,
        whyNot: refusal?.message ?? found.receipt.whyNot,
      });
    }),

    handle("POST /receipt", async ({ request }) => {
      const caller = callerOf(api, request);
      if (caller === null) return notSignedIn();
      const { code } = (await request.clone().json()) as { code: string };
      const found = world.receipts[code];
      if (!found) return errorResponse(404, FORGED);
      const refusal = refusalFor(found.ownerId, caller.id);
      if (refusal) return errorResponse(409, refusal);
      found.ownerId = caller.id;
      const { amount, points, outletId } = found.receipt;
      const memberEarn: Bill = {
        id: Object.keys(world.receipts).indexOf(code) + 1,
        amount,
        points,
        statusId: found.isChecked ? 2 : 1,
        outletId,
        createdAt: new Date().toISOString(),
      };
      world.bills[caller.id] = [memberEarn, ...(world.bills[caller.id] ?? [])];
      return HttpResponse.json({ memberEarn }, { status: 201 });
    }),
  ];
}
