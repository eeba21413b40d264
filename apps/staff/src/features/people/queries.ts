import { queryOptions, useQuery } from "@tanstack/react-query";

import { useChange, useSend } from "../../queries/queries.ts";
import { call, type Schema, send } from "../../queries/requests.ts";

/** An account with its roles, and where it is signed in. */
export type Person = Schema<"Person">;
/** One role at one outlet; `outletId` null: at every outlet. */
export type Grant = Schema<"Grant">;

/** Whether a person has a role of the office, which is signed in to by a passkey. */
export const hasOffice = ({ grants }: Person) => grants.some(({ role }) => role !== "cashier");

const peopleOptions = queryOptions({
  queryKey: ["staff", "people"],
  queryFn: async ({ signal }) => (await call("GET /staff/people", { signal })).personList,
  refetchOnMount: "always",
});

/**
 * The people whom the user may see. Who is signed in where changes by itself: they are fetched at every visit.
 *
 * @param place only those with a role at this outlet; null: those with none at an outlet; undefined: everybody
 */
export const usePeople = (place: number | null | undefined) =>
  useQuery({ ...peopleOptions, select: (all) => all.filter((person) => isAt(place, person)) });

function isAt(place: number | null | undefined, { grants, waitingGrants }: Person): boolean {
  if (place === undefined) return true;
  const outlets = [...grants, ...waitingGrants].map(({ outletId }) => outletId);
  return place === null ? outlets.every((each) => each === null) : outlets.includes(place);
}

export const useAddPerson = () => useSend("POST /staff/people", {}, peopleOptions.queryKey);

/**
 * Sets the address to which a person's invitations and notices go, or all roles that they have from now on. A 409
 * `edited_meanwhile` says that these are not `seenGrants` any more.
 */
export const useChangePerson = (staffId: number) =>
  useSend("PATCH /staff/people/{staff_id}", { staff_id: staffId }, peopleOptions.queryKey);

/** Disables an account for good, for a reason. */
export const useDisablePerson = (staffId: number) =>
  useChange(
    ({ reason }: { reason: string }) =>
      send("PATCH /staff/people/{staff_id}", { staff_id: staffId }, { disabled: true, reason }),
    peopleOptions.queryKey,
  );

/**
 * Makes a link to make a passkey with; null: another person of head office approves it first. With `forgetPasskeys` those of
 * a lost device end.
 */
export const useInvite = () =>
  useChange(
    ({ staffId, ...body }: { staffId: number; forgetPasskeys: boolean }) =>
      send("POST /staff/people/{staff_id}/invitation", { staff_id: staffId }, body),
    peopleOptions.queryKey,
  );

/** Gives a cashier a PIN, or a new one. */
export const useSetPin = (staffId: number) =>
  useSend("PUT /staff/people/{staff_id}/pin", { staff_id: staffId }, peopleOptions.queryKey);

/** Signs a person out where they are signed in. */
export const useEndStaffSession = (staffId: number) =>
  useChange(
    (sessionId: number) =>
      call("POST /staff/people/{staff_id}/session/{session_id}/end", {
        params: { path: { staff_id: staffId, session_id: sessionId } },
      }),
    peopleOptions.queryKey,
  );
