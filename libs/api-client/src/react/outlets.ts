import { queryOptions, useQuery } from "@tanstack/react-query";

import { country } from "../group.ts";
import { api, responseBody } from "../http.ts";
import type { CallingCode } from "../wire.ts";
import { keys } from "./queries.ts";

/** An outlet's `statusId` while it is open (spec 000 §3). */
const OPEN_STATUS_ID = 1;

const outletsOptions = queryOptions({
  queryKey: keys.outlets,
  queryFn: async ({ signal }) => {
    const params = { query: { statusId: OPEN_STATUS_ID } };
    return (await responseBody(api().GET("/outlet", { params, signal }))).outletList;
  },
});

/** The outlets that are open: `GET /outlet?statusId=1`. */
export const useOutlets = () => useQuery(outletsOptions);

/** The calling code that is always offered (spec 000 §9). */
const HOME_ONLY: CallingCode[] = [country.callingCode];

const callingCodesOptions = queryOptions({
  queryKey: keys.callingCodes,
  queryFn: ({ signal }) => responseBody(api().GET("/callingCode", { signal })),
});

/**
 * Every calling code, `name` being its digits: `GET /callingCode`. It never fails: without an answer there is that of the group alone
 * (spec 000 §7).
 */
export function useCallingCodes() {
  const { data, isPending, isError } = useQuery(callingCodesOptions);
  return { data: data ?? (isError ? HOME_ONLY : undefined), isPending };
}
