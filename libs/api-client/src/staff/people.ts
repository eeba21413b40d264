import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** An account with its roles, and where it is signed in. */
export type Person = Schema<"Person">;
/** One role at one outlet; `outletId` null: at every outlet. */
export type Grant = Schema<"Grant">;
/** A link that counts once. */
export type OneTimeLink = Schema<"Link">;

/** The people of one's outlets, or of one: `GET /staff/people`. */
export const getPeople = async (outletId?: number, signal?: AbortSignal): Promise<Person[]> =>
  (await staffBody(() => api().GET("/staff/people", { params: { query: { outletId } }, signal })))
    .personList;

/** Adds an account: `POST /staff/people`. */
export const addPerson = (body: { name: string; grants: Grant[] }): Promise<Person> =>
  staffBody(() => api().POST("/staff/people", { body }));

const ofPerson = (staffId: number) => ({ path: { staff_id: staffId } });

/** Gives all roles that a person has from now on: `PUT /staff/people/{id}/grants`. */
export const changeGrants = (staffId: number, grants: Grant[]): Promise<Person> =>
  staffBody(() =>
    api().PUT("/staff/people/{staff_id}/grants", { params: ofPerson(staffId), body: { grants } }),
  );

/** Disables an account for good: `POST /staff/people/{id}/disable`. */
export const disablePerson = (staffId: number, reason: string): Promise<Person> =>
  staffBody(() =>
    api().POST("/staff/people/{staff_id}/disable", { params: ofPerson(staffId), body: { reason } }),
  );

/** Makes a link to make a passkey with: `POST /staff/people/{id}/invitation`. */
export const invitePerson = (staffId: number, forgetPasskeys: boolean): Promise<OneTimeLink> =>
  staffBody(() =>
    api().POST("/staff/people/{staff_id}/invitation", {
      params: ofPerson(staffId),
      body: { forgetPasskeys },
    }),
  );

/** Gives a cashier a PIN, or a new one: `PUT /staff/people/{id}/pin`. */
export async function setPin(staffId: number, pin: string): Promise<void> {
  await staffBody(() =>
    api().PUT("/staff/people/{staff_id}/pin", { params: ofPerson(staffId), body: { pin } }),
  );
}

/** Signs a person out where they are signed in: `POST /staff/people/{id}/session/{id}/end`. */
export async function endStaffSession(staffId: number, sessionId: number): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/people/{staff_id}/session/{session_id}/end", {
      params: { path: { staff_id: staffId, session_id: sessionId } },
    }),
  );
}
