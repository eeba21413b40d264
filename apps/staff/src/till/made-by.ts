import type { Schema } from "../queries/requests.ts";
import { readFact, readTill, type TillDatabase } from "./till-database.ts";

/** Who made a sale and when, signed by the tablet's key. */
export type MadeBy = Schema<"MadeBy">;

/** Bytes as the API reads them: base64url without padding. */
export const base64url = (raw: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(raw)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/** The cashier who is signed in now as the maker of a sale; nothing on a tablet at which nobody is. */
export async function signMaker(
  db: TillDatabase,
  idempotencyKey: string,
  madeAt: string,
): Promise<MadeBy | undefined> {
  const [till, me] = await Promise.all([readTill(db), readFact(db, "session")]);
  if (!till || !me) return undefined;
  const text = ["loyalty-till", "sale", till.tillId, me.id, madeAt, idempotencyKey].join("\n");
  const message = new TextEncoder().encode(text);
  const signature = base64url(await crypto.subtle.sign("Ed25519", till.privateKey, message));
  return { staffId: me.id, madeAt, signature };
}
