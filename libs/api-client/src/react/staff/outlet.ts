import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import type { OneTimeLink } from "../../staff/people.ts";
import { getTills, makeEnrolment, revokeTill, type StaffTill } from "../../staff/tills.ts";
import { staffKeys } from "./session.tsx";

/** A tablet that is being enrolled appears without a press. */
const TILLS_EVERY_MS = 10_000;

/** The tills of an outlet. */
export const useTills = (outletId: number): UseQueryResult<StaffTill[]> =>
  useQuery({
    queryKey: staffKeys.tills(outletId),
    queryFn: ({ signal }) => getTills(outletId, signal),
    refetchOnMount: "always",
    refetchInterval: TILLS_EVERY_MS,
  });

/** A change at an outlet; all that its screens show follows. */
function useChange<Result, Change>(
  outletId: number,
  change: (change: Change) => Promise<Result>,
): UseMutationResult<Result, Error, Change> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: staffKeys.outlet(outletId) }),
  });
}

/** Makes a link by which a tablet becomes a till. */
export const useMakeEnrolment = (outletId: number) =>
  useChange<OneTimeLink, string>(outletId, (name) => makeEnrolment(outletId, name));

/** Revokes a till. */
export const useRevokeTill = (outletId: number) =>
  useChange(outletId, ({ tillId, reason }: { tillId: number; reason: string }) =>
    revokeTill(outletId, tillId, reason),
  );
