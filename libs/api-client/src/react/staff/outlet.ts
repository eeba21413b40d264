import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  getOutletBills,
  getStuckVouchers,
  releaseStuckVoucher,
  verifyBill,
  voidBill,
  type ListedBill,
  type OutletBillsQuery,
  type StuckVoucher,
} from "../../staff/outlet.ts";
import type { OneTimeLink } from "../../staff/people.ts";
import { getTills, makeEnrolment, revokeTill, type StaffTill } from "../../staff/tills.ts";
import { staffKeys } from "./session.tsx";

const PAGE = 50;

/** An outlet's bills, a page of 50 after the other. */
export const useOutletBills = (outletId: number, query: OutletBillsQuery) =>
  useInfiniteQuery({
    queryKey: [...staffKeys.bills(outletId), query],
    queryFn: ({ pageParam, signal }) =>
      getOutletBills(outletId, { ...query, limit: PAGE, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: ListedBill[], all: ListedBill[][]) =>
      last.length === PAGE ? all.length * PAGE : undefined,
    select: ({ pages }) => pages.flat(),
  });

/** The vouchers that are presented at an outlet; they change by themselves and are fetched at every visit. */
export const useStuckVouchers = (outletId: number): UseQueryResult<StuckVoucher[]> =>
  useQuery({
    queryKey: staffKeys.vouchers(outletId),
    queryFn: ({ signal }) => getStuckVouchers(outletId, signal),
    refetchOnMount: "always",
  });

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

/** Verifies a bill. */
export const useVerifyBill = (outletId: number) =>
  useChange(outletId, (billId: number) => verifyBill(outletId, billId));

/** Takes a bill back. */
export const useVoidBill = (outletId: number) =>
  useChange(outletId, ({ billId, reason }: { billId: number; reason: string }) =>
    voidBill(outletId, billId, reason),
  );

/** Gives a presented voucher back to its member. */
export const useReleaseStuckVoucher = (outletId: number) =>
  useChange(outletId, ({ voucherId, reason }: { voucherId: number; reason: string }) =>
    releaseStuckVoucher(outletId, voucherId, reason),
  );
