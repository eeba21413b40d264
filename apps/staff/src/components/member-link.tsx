import type { ReactNode } from "react";
import { Link } from "react-router";

import { hasPermission, useMe } from "../queries/session.tsx";

/** Where a member is looked up. */
export const memberPath = (memberId: number) => `/members?id=${memberId}`;

/** A member's name or number, which leads to their record for whom their roles open the records. */
export function MemberLink({ memberId, children }: { memberId: number; children: ReactNode }) {
  const { data: me } = useMe();
  if (!hasPermission(me, "POST /staff/member/find")) return children;
  return <Link to={memberPath(memberId)}>{children}</Link>;
}
