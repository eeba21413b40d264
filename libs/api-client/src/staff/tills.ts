import { api, responseBody } from "../http.ts";
import type { OneTimeLink } from "./people.ts";
import { type Schema, staffBody } from "./requests.ts";
import type { Me } from "./session.ts";

/** A till of an outlet, revoked ones included. */
export type StaffTill = Schema<"StaffTill">;
/** A tablet that has just become a till; `key` is not shown again. */
export type EnrolledTill = Schema<"Enrolled">;
/** Somebody who may sign in at a till. */
export type Cashier = Schema<"Cashier">;

/** The tills of an outlet, the newest first: `GET /staff/outlet/{id}/till`. */
export const getTills = async (outletId: number, signal?: AbortSignal): Promise<StaffTill[]> =>
  (
    await staffBody(() =>
      api().GET("/staff/outlet/{outlet_id}/till", {
        params: { path: { outlet_id: outletId } },
        signal,
      }),
    )
  ).tillList;

/** Makes a link by which a tablet becomes a till, for ten minutes: `POST /staff/outlet/{id}/till/enrolment`. */
export const makeEnrolment = (outletId: number, name: string): Promise<OneTimeLink> =>
  staffBody(() =>
    api().POST("/staff/outlet/{outlet_id}/till/enrolment", {
      params: { path: { outlet_id: outletId } },
      body: { name },
    }),
  );

/** Revokes a till at once: `POST /staff/outlet/{id}/till/{id}/revoke`. */
export const revokeTill = (outletId: number, tillId: number, reason: string): Promise<StaffTill> =>
  staffBody(() =>
    api().POST("/staff/outlet/{outlet_id}/till/{till_id}/revoke", {
      params: { path: { outlet_id: outletId, till_id: tillId } },
      body: { reason },
    }),
  );

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
