/** The names of everything cached. What belongs to a member is below `ofMembers`, and goes with the sign-out. */
export const keys = {
  ofMembers: ["member"],
  member: (id: number | null) => ["member", id],
  membershipPoints: (id: number | null) => ["member", id, "membership-points"],
  referees: (id: number | null) => ["member", id, "referees"],
  activities: (id: number | null) => ["member", id, "activities"],
  recentActivities: (id: number | null) => ["member", id, "recent-activities"],
  tiers: ["tiers"],
  tier: (id: number | null) => ["tiers", id],
  outlets: ["outlets"],
  callingCodes: ["calling-codes"],
} as const;
