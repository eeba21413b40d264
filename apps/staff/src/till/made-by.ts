import { type MadeBy, readTill, type TillDatabase } from "./till-database.ts";

/** Bytes as the API reads them: base64url without padding. */
export const base64url = (raw: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(raw)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

export async function signMaker(
  db: TillDatabase,
  staffId: number,
  idempotencyKey: string,
  madeAt: string,
): Promise<MadeBy | undefined> {
  const till = await readTill(db);
  if (!till) return undefined;
  const text = ["loyalty-till", "sale", till.tillId, staffId, madeAt, idempotencyKey].join("\n");
  const message = new TextEncoder().encode(text);
  const signature = base64url(await crypto.subtle.sign("Ed25519", till.privateKey, message));
  return { staffId, madeAt, signature };
}
