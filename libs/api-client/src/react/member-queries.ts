import { useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";

import { getMember, getReferees } from "../calls/members.ts";
import type { Member, Referee } from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberQuery } from "./member-query.ts";

/** The signed-in member's record. */
export const useMember = (): UseQueryResult<Member> => useMemberQuery(keys.member, getMember);

/** The friends the signed-in member invited, masked. */
export const useReferees = (): UseQueryResult<Referee[]> =>
  useMemberQuery(keys.referees, getReferees);

/** Asks again for everything shown of the member, once something has changed that touches it all. */
export function useReloadMember(): () => void {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ queryKey: keys.ofMembers }, { cancelRefetch: false }),
    [client],
  );
}
