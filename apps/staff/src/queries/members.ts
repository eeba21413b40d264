import { useSend } from "./queries.ts";
import type { Schema } from "./requests.ts";

/** A member as a user's role shows them; not `isWhole`: number and e-mail are masked. */
export type MemberView = Schema<"MemberView">;
/** One way to name a member, and why they are looked up. */
export type MemberSearch = Schema<"FindMember">;

/** Finds one member. Each look-up is logged with its reason and the member can read it: nothing is found by itself, or again. */
export const useFindMember = () => useSend("POST /staff/member/find", {});
