import { queryOptions, useQuery } from "@tanstack/react-query";

import { call, type Schema } from "./requests.ts";

/** One's outlets with what pages say of them, and the revision of all. */
export type OfficeOutlets = Schema<"OfficeOutletList">;
export type OfficeOutlet = OfficeOutlets["outletList"][number];
/** What pages say of an outlet: its address, hours, closures. */
export type OutletDescription = NonNullable<OfficeOutlet["description"]>;

export const officeOutletsOptions = queryOptions({
  queryKey: ["staff", "outlets"],
  queryFn: ({ signal }) => call("GET /staff/outlet", { signal }),
  refetchOnMount: "always",
});

/** One's outlets, those that wait for approval too, at every visit. */
export const useOfficeOutlets = () => useQuery(officeOutletsOptions);
