import { queryOptions, useQuery } from "@tanstack/react-query";

import { useChange, useSend } from "./queries.ts";
import { call, type Schema } from "./requests.ts";

/** A link that counts once. */
export type OneTimeLink = Schema<"Link">;
/** A till of an outlet, revoked ones included. */
export type StaffTill = Schema<"StaffTill">;

const outletKey = (outletId: number) => ["staff", "outlet", outletId];

const tillsOptions = (outletId: number) =>
  queryOptions({
    queryKey: [...outletKey(outletId), "tills"],
    queryFn: async ({ signal }) => {
      const params = { path: { outlet_id: outletId } };
      return (await call("GET /staff/outlet/{outlet_id}/till", { params, signal })).tillList;
    },
    refetchOnMount: "always",
    refetchInterval: 10_000,
  });

/** The tills of an outlet, the newest first. A tablet that is being enrolled appears without a press. */
export const useTills = (outletId: number) => useQuery(tillsOptions(outletId));

/** Makes a link by which a tablet becomes a till, for ten minutes. */
export const useMakeEnrolment = (outletId: number) =>
  useSend(
    "POST /staff/outlet/{outlet_id}/till/enrolment",
    { outlet_id: outletId },
    outletKey(outletId),
  );

/** Revokes a till at once. */
export const useRevokeTill = (outletId: number) =>
  useChange(
    ({ tillId, reason }: { tillId: number; reason: string }) =>
      call("POST /staff/outlet/{outlet_id}/till/{till_id}/revoke", {
        params: { path: { outlet_id: outletId, till_id: tillId } },
        body: { reason },
      }),
    outletKey(outletId),
  );
