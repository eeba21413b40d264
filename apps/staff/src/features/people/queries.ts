import { api } from "@loyalty/api-client/http.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { useChange } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";
import { staffKeys } from "../../queries/session.tsx";

/** An account with its roles, and where it is signed in. */
export type Person = Schema<"Person">;
/** One role at one outlet; `outletId` null: at every outlet. */
export type Grant = Schema<"Grant">;
/** A link that counts once. */
export type OneTimeLink = Schema<"Link">;

const list = staffKeys.people();
const ofPerson = (staffId: number) => ({ path: { staff_id: staffId } });

/**
 * The people of one's outlets, or of one: `GET /staff/people`. Who is signed in where changes by itself: it is fetched at
 * every visit.
 */
export const usePeople = (outletId?: number): UseQueryResult<Person[]> =>
  useQuery({
    queryKey: staffKeys.people(outletId),
    queryFn: async ({ signal }) => {
      const params = { query: { outletId } };
      return (await staffBody(() => api().GET("/staff/people", { params, signal }))).personList;
    },
    refetchOnMount: "always",
  });

/** Adds an account with its roles: `POST /staff/people`. */
export const useAddPerson = () =>
  useChange(
    (body: { name: string; grants: Grant[] }) =>
      staffBody(() => api().POST("/staff/people", { body })),
    list,
  );

/**
 * Gives all roles that a person has from now on: `PUT /staff/people/{id}/grants`. A 409 `grants_changed` says that they are
 * not `seenGrants` any more.
 */
export const useChangeGrants = () =>
  useChange(
    ({ staffId, ...body }: { staffId: number; grants: Grant[]; seenGrants: Grant[] }) =>
      staffBody(() =>
        api().PUT("/staff/people/{staff_id}/grants", { params: ofPerson(staffId), body }),
      ),
    list,
  );

/** Disables an account for good: `POST /staff/people/{id}/disable`. */
export const useDisablePerson = () =>
  useChange(
    ({ staffId, reason }: { staffId: number; reason: string }) =>
      staffBody(() =>
        api().POST("/staff/people/{staff_id}/disable", {
          params: ofPerson(staffId),
          body: { reason },
        }),
      ),
    list,
  );

/**
 * Makes a link to make a passkey with: `POST /staff/people/{id}/invitation`. With `forgetPasskeys` those of a lost device
 * end.
 */
export const useInvite = () =>
  useChange(
    ({ staffId, forgetPasskeys }: { staffId: number; forgetPasskeys: boolean }) =>
      staffBody(() =>
        api().POST("/staff/people/{staff_id}/invitation", {
          params: ofPerson(staffId),
          body: { forgetPasskeys },
        }),
      ),
    list,
  );

/** Gives a cashier a PIN, or a new one: `PUT /staff/people/{id}/pin`. */
export const useSetPin = () =>
  useChange(
    ({ staffId, pin }: { staffId: number; pin: string }) =>
      staffBody(() =>
        api().PUT("/staff/people/{staff_id}/pin", { params: ofPerson(staffId), body: { pin } }),
      ),
    list,
  );

/** Signs a person out where they are signed in: `POST /staff/people/{id}/session/{id}/end`. */
export const useEndStaffSession = () =>
  useChange(
    ({ staffId, sessionId }: { staffId: number; sessionId: number }) =>
      staffBody(() =>
        api().POST("/staff/people/{staff_id}/session/{session_id}/end", {
          params: { path: { staff_id: staffId, session_id: sessionId } },
        }),
      ),
    list,
  );

/** A till of an outlet, revoked ones included. */
export type StaffTill = Schema<"StaffTill">;

/** A tablet that is being enrolled appears without a press. */
const TILLS_EVERY_MS = 10_000;

const ofOutlet = (outletId: number) => ({ path: { outlet_id: outletId } });

/** The tills of an outlet, the newest first: `GET /staff/outlet/{id}/till`. */
export const useTills = (outletId: number): UseQueryResult<StaffTill[]> =>
  useQuery({
    queryKey: staffKeys.tills(outletId),
    queryFn: async ({ signal }) => {
      const params = ofOutlet(outletId);
      const found = await staffBody(() =>
        api().GET("/staff/outlet/{outlet_id}/till", { params, signal }),
      );
      return found.tillList;
    },
    refetchOnMount: "always",
    refetchInterval: TILLS_EVERY_MS,
  });

/** Makes a link by which a tablet becomes a till, for ten minutes: `POST /staff/outlet/{id}/till/enrolment`. */
export const useMakeEnrolment = (outletId: number) =>
  useChange(
    (name: string) =>
      staffBody(() =>
        api().POST("/staff/outlet/{outlet_id}/till/enrolment", {
          params: ofOutlet(outletId),
          body: { name },
        }),
      ),
    staffKeys.outlet(outletId),
  );

/** Revokes a till at once: `POST /staff/outlet/{id}/till/{id}/revoke`. */
export const useRevokeTill = (outletId: number) =>
  useChange(
    ({ tillId, reason }: { tillId: number; reason: string }) =>
      staffBody(() =>
        api().POST("/staff/outlet/{outlet_id}/till/{till_id}/revoke", {
          params: { path: { outlet_id: outletId, till_id: tillId } },
          body: { reason },
        }),
      ),
    staffKeys.outlet(outletId),
  );
