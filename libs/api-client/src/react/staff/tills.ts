import { useQuery, type UseQueryResult } from "@tanstack/react-query";

import { api } from "../../http.ts";
import { type Schema, staffBody } from "../../staff/requests.ts";
import { useChange } from "./queries.ts";
import { staffKeys } from "./session.tsx";

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
