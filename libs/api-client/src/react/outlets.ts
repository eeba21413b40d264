import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { getCallingCodes, getOutlets, MALAYSIA } from "../calls/outlets.ts";
import type { CallingCode, Outlet } from "../wire.ts";
import { keys } from "./queries.ts";

const MALAYSIA_ONLY = [MALAYSIA];

/** The outlets that are open. */
export const useOutlets = (): UseQueryResult<Outlet[]> =>
  useQuery({ queryKey: keys.outlets, queryFn: ({ signal }) => getOutlets({ signal }) });

/** Every calling code. It never fails: without an answer there is Malaysia alone (spec 000 §7). */
export function useCallingCodes(): { data: CallingCode[] | undefined; isPending: boolean } {
  const { data, isPending, isError } = useQuery({
    queryKey: keys.callingCodes,
    queryFn: ({ signal }) => getCallingCodes(signal),
  });
  return { data: data ?? (isError ? MALAYSIA_ONLY : undefined), isPending };
}
