import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  getOutletHours,
  setOutletHours,
  type OutletHours,
  type Publication,
} from "../../staff/content.ts";

const keyOf = (outletId: number) => ["staff", "outlet", outletId, "hours"];

/** The hours and closures of an outlet. They are not fetched again by themselves: a form is made of them. */
export const useOutletHours = (outletId: number): UseQueryResult<OutletHours> =>
  useQuery({
    queryKey: keyOf(outletId),
    queryFn: ({ signal }) => getOutletHours(outletId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** A function that reads an outlet's hours anew, when somebody else has changed them. */
export function useReadHoursAgain(outletId: number): () => Promise<OutletHours> {
  const client = useQueryClient();
  return () =>
    client.fetchQuery({
      queryKey: keyOf(outletId),
      queryFn: () => getOutletHours(outletId),
      staleTime: 0,
    });
}

/** Publishes the hours and closures of an outlet at once. */
export function useSetOutletHours(
  outletId: number,
): UseMutationResult<OutletHours, Error, OutletHours & Publication> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body) => setOutletHours(outletId, body),
    onSuccess: (hours) => client.setQueryData(keyOf(outletId), hours),
  });
}
