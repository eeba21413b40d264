import { hexOf } from "@loyalty/api-client/hex";

import { SIGNS } from "./card-codes.ts";

/**
 * The signed code of a presented voucher, verified without the network. Twin of the API's `rules/voucher_codes.py`; the
 * rows in `libs/api-client/cases/voucher-codes.json` hold the two together, and `docs/till.md` describes the format.
 */

/** Why a till cannot accept a signed code: the words the API refuses with. */
export type AcceptIneligibility =
  | "voucher_code_unreadable"
  | "voucher_code_unknown_key"
  | "voucher_code_forged"
  | "voucher_code_other_outlet"
  | "voucher_code_other_till"
  | "voucher_code_not_yet"
  | "voucher_code_lapsed"
  | "voucher_used";

/** What a signed code says; `tillId` is the one till that may take it without the network. */
export interface SignedVoucher {
  /** As it is printed: three groups of four. */
  code: string;
  outletId: number;
  tillId: number;
  rewardId: number;
  minSpendSen: number;
  presentedAt: Date;
  endsAt: Date;
}

interface Where {
  outletId: number;
  tillId: number;
  at: Date;
  used?: ReadonlySet<string>;
}

/** The public keys by their `kid`. */
export type VoucherKeys = ReadonlyMap<string, CryptoKey>;

const PREFIX = "LV1:";
const VERSION = 1;
const BODY_BYTES = 37;
const SIGNATURE_BYTES = 64;
/** A till's clock may be so much before or behind the API's. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

const BASE45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const CODE_LENGTH = 12;
const GROUP = 4;

/** The keys of a JWK set, as `GET /pos/voucher-keys` gives it; those of other kinds are left out. */
export async function readVoucherKeys(set: {
  keys: readonly (JsonWebKey & { kid?: string })[];
}): Promise<VoucherKeys> {
  const usable = set.keys.filter(({ kty, crv, kid }) => kty === "OKP" && crv === "Ed25519" && kid);
  const found = usable.map(
    async ({ kid, kty, crv, x }) =>
      [
        kid!,
        await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]),
      ] as const,
  );
  return new Map(await Promise.all(found));
}

/** What a text says as a signed code, with any signature; null when it is none. */
export function decodeVoucherCode(text: string): SignedVoucher | null {
  const raw = bytesOf(text);
  return raw && fieldsOf(raw);
}

/** Why this till cannot accept a signed code without the network, or null. */
export async function acceptIneligibility(
  text: string,
  keys: VoucherKeys,
  { outletId, tillId, at, used }: Where,
): Promise<AcceptIneligibility | null> {
  const raw = bytesOf(text);
  const shown = raw && fieldsOf(raw);
  if (!raw || !shown) return "voucher_code_unreadable";
  const key = keys.get(hexOf(raw.subarray(1, 5)));
  if (!key) return "voucher_code_unknown_key";
  const [body, signature] = [raw.subarray(0, BODY_BYTES), raw.subarray(BODY_BYTES)];
  if (!(await crypto.subtle.verify("Ed25519", key, signature, body))) return "voucher_code_forged";
  if (shown.outletId !== outletId) return "voucher_code_other_outlet";
  if (shown.tillId !== tillId) return "voucher_code_other_till";
  if (at.getTime() < shown.presentedAt.getTime() - CLOCK_SKEW_MS) return "voucher_code_not_yet";
  if (at.getTime() >= shown.endsAt.getTime() + CLOCK_SKEW_MS) return "voucher_code_lapsed";
  return used?.has(shown.code) ? "voucher_used" : null;
}

/** The bytes of a text in Base45 (RFC 9285), or null when it is not. */
export function fromBase45(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 3 === 1) return null;
  const raw: number[] = [];
  for (let start = 0; start < text.length; start += 3) {
    const places = Array.from(text.slice(start, start + 3), (sign) => BASE45.indexOf(sign));
    if (places.includes(-1)) return null;
    const number = places.reduce((sum, place, index) => sum + place * BASE45.length ** index, 0);
    if (number >= 256 ** (places.length - 1)) return null;
    raw.push(...(places.length === 3 ? [number >> 8, number & 255] : [number]));
  }
  return Uint8Array.from(raw);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  const raw = text.startsWith(PREFIX) ? fromBase45(text.slice(PREFIX.length)) : null;
  return raw?.length === BODY_BYTES + SIGNATURE_BYTES && raw[0] === VERSION ? raw : null;
}

/** The fields after the version and the key's id, big-endian. */
function fieldsOf(raw: Uint8Array<ArrayBuffer>): SignedVoucher | null {
  const view = new DataView(raw.buffer, raw.byteOffset);
  const code = codeOf(view.getBigUint64(5));
  if (code === null) return null;
  const field = (index: number) => view.getUint32(13 + 4 * index);
  return {
    code,
    outletId: field(0),
    tillId: field(1),
    rewardId: field(2),
    minSpendSen: field(3),
    presentedAt: new Date(field(4) * 1000),
    endsAt: new Date(field(5) * 1000),
  };
}

function codeOf(number: bigint): string | null {
  const base = BigInt(SIGNS.length);
  let left = number;
  let code = "";
  for (let place = 0; place < CODE_LENGTH; place++) {
    if (place > 0 && place % GROUP === 0) code = `-${code}`;
    code = SIGNS[Number(left % base)] + code;
    left /= base;
  }
  return left === 0n ? code : null;
}
