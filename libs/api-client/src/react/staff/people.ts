import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  addPerson,
  changeGrants,
  disablePerson,
  endStaffSession,
  getPeople,
  invitePerson,
  setPin,
  type Grant,
  type OneTimeLink,
  type Person,
} from "../../staff/people.ts";
import { staffKeys } from "./session.tsx";

/** The people of one's outlets. Who is signed in where changes by itself: it is fetched at every visit. */
export const usePeople = (outletId?: number): UseQueryResult<Person[]> =>
  useQuery({
    queryKey: staffKeys.people(outletId),
    queryFn: ({ signal }) => getPeople(outletId, signal),
    refetchOnMount: "always",
  });

/** A change of an account; the list follows. */
function useChange<Result, Change>(
  change: (change: Change) => Promise<Result>,
): UseMutationResult<Result, Error, Change> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: staffKeys.people() }),
  });
}

/** Adds an account with its roles. */
export const useAddPerson = () => useChange<Person, { name: string; grants: Grant[] }>(addPerson);

/** Gives all roles that a person has from now on. */
export const useChangeGrants = () =>
  useChange(({ staffId, grants }: { staffId: number; grants: Grant[] }) =>
    changeGrants(staffId, grants),
  );

/** Disables an account for good. */
export const useDisablePerson = () =>
  useChange(({ staffId, reason }: { staffId: number; reason: string }) =>
    disablePerson(staffId, reason),
  );

/** Makes a link for a new passkey; with `forgetPasskeys` those of a lost device end. */
export const useInvite = () =>
  useChange<OneTimeLink, { staffId: number; forgetPasskeys: boolean }>(
    ({ staffId, forgetPasskeys }) => invitePerson(staffId, forgetPasskeys),
  );

/** Gives a cashier a PIN. */
export const useSetPin = () =>
  useChange(({ staffId, pin }: { staffId: number; pin: string }) => setPin(staffId, pin));

/** Signs somebody out where they are signed in. */
export const useEndStaffSession = () =>
  useChange(({ staffId, sessionId }: { staffId: number; sessionId: number }) =>
    endStaffSession(staffId, sessionId),
  );
