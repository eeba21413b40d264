import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { api } from "../../http.ts";
import { type Schema, staffBody } from "../../staff/requests.ts";
import { useChange } from "./queries.ts";
import { staffKeys } from "./session.tsx";

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
