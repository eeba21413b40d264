import { api, responseBody } from "@loyalty/api-client/http.ts";

import type { Schema } from "../queries/requests.ts";
import type { Me } from "../queries/session-calls.ts";

/** A tablet that has just become a till; `key` is not shown again. */
export type EnrolledTill = Schema<"Enrolled">;
/** Somebody who may sign in at a till. */
export type Cashier = Schema<"Cashier">;

/**
 * Makes this tablet a till: `POST /staff/till`.
 *
 * @param code from the manager's QR
 * @param publicKey of the tablet's Ed25519 key: 32 bytes, base64url
 */
export const enrolTill = (code: string, publicKey: string): Promise<EnrolledTill> =>
  responseBody(api().POST("/staff/till", { body: { code, publicKey } }));

/** A till and its signature of one of our challenges, for one purpose. */
export interface TillProof {
  tillId: number;
  challenge: string;
  signature: string;
}

/** A challenge for a till's key to sign: `POST /staff/till/challenge`. */
export const getTillChallenge = async (tillId: number): Promise<string> =>
  (await responseBody(api().POST("/staff/till/challenge", { body: { tillId } }))).challenge;

/** Who may sign in at a till: `POST /staff/till/cashiers`. */
export const getCashiers = async (body: TillProof, signal?: AbortSignal): Promise<Cashier[]> =>
  (await responseBody(api().POST("/staff/till/cashiers", { body, signal }))).cashierList;

/** Signs a cashier in at a till: `POST /staff/till/login`. */
export const signInAtTill = (body: TillProof & { staffId: number; pin: string }): Promise<Me> =>
  responseBody(api().POST("/staff/till/login", { body }));
