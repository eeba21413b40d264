import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type UseMutationResult,
} from "@tanstack/react-query";

import {
  adjustPoints,
  correctMember,
  eraseMember,
  exportMember,
  findMember,
  getMemberHistory,
  signMemberOut,
  unlockNumber,
  type Adjusted,
  type Adjustment,
  type Corrected,
  type Correction,
  type MemberExport,
  type MemberSearch,
  type MemberView,
  type SignedOut,
} from "../../staff/members.ts";
import { pageByPage } from "./page-by-page.ts";

const PAGE = 50;
const historyKey = (memberId: number) => ["staff", "member", memberId, "history"];

/** Finds a member. Each look-up is logged and the member can read it: nothing is found by itself, or again. */
export const useFindMember = (): UseMutationResult<MemberView, Error, MemberSearch> =>
  useMutation({ mutationFn: findMember });

/** The ledger of a member who has just been looked up, a page of 50 after the other; it is not kept. */
export const useMemberHistory = (memberId: number) =>
  useInfiniteQuery({
    queryKey: historyKey(memberId),
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getMemberHistory(memberId, page, signal),
      idOf: ({ id }) => id,
    }),
    gcTime: 0,
  });

/** Corrects a record, or proposes it. */
export const useCorrectMember = (
  memberId: number,
): UseMutationResult<Corrected, Error, { changes: Correction; reason: string }> =>
  useMutation({
    mutationFn: ({ changes, reason }) => correctMember(memberId, changes, reason),
  });

/** Adjusts points, or proposes it; their history follows. */
export function useAdjustPoints(
  memberId: number,
): UseMutationResult<Adjusted, Error, Adjustment & { idempotencyKey: string }> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }) => adjustPoints(memberId, body, idempotencyKey),
    onSuccess: () => client.invalidateQueries({ queryKey: historyKey(memberId) }),
  });
}

/** Signs a member out everywhere. */
export const useSignMemberOut = (memberId: number): UseMutationResult<SignedOut, Error, string> =>
  useMutation({ mutationFn: (reason) => signMemberOut(memberId, reason) });

/** Gives everything that is stored about a member. */
export const useExportMember = (memberId: number): UseMutationResult<MemberExport, Error, string> =>
  useMutation({ mutationFn: (reason) => exportMember(memberId, reason) });

/** Erases a member. */
export const useEraseMember = (memberId: number): UseMutationResult<void, Error, string> =>
  useMutation({ mutationFn: (reason) => eraseMember(memberId, reason) });

/** Clears the wrong codes of a number; gives how many there were. */
export const useUnlockNumber = (): UseMutationResult<
  number,
  Error,
  Parameters<typeof unlockNumber>[0]
> => useMutation({ mutationFn: unlockNumber });
