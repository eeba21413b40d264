import { api, responseBody } from "../http.ts";
import type { Bill, Receipt } from "../wire.ts";
import type { Idempotent } from "./rewards.ts";

/** What the code of a receipt claims, and why this reader cannot claim it: `POST /receipt/check`. */
export const checkReceipt = (code: string, signal?: AbortSignal): Promise<Receipt> =>
  responseBody(api().POST("/receipt/check", { body: { code }, signal }));

/** Makes the bill of a receipt's code the signed-in member's, once for each key: `POST /receipt`. */
export const claimReceipt = async ({
  code,
  idempotencyKey,
}: { code: string } & Idempotent): Promise<Bill> =>
  (
    await responseBody(
      api().POST("/receipt", {
        params: { header: { "Idempotency-Key": idempotencyKey } },
        body: { code },
      }),
    )
  ).memberEarn;
