export { ApiProvider } from "./react/api-provider.tsx";
export { useAgree, useConsent } from "./react/consent-queries.ts";
export { useDevices, useEndDevices } from "./react/device-queries.ts";
export {
  useMember,
  useReferees,
  useReloadMember,
  useRetryFailed,
  useSetReferrer,
  useUpdateMember,
} from "./react/member-queries.ts";
export { useCallingCodes, useOutlets } from "./react/outlet-queries.ts";
export { withQueries } from "./react/query-scope.tsx";
export {
  useActivities,
  useBills,
  useKeepTierBy,
  useMembershipPoints,
  usePointTotals,
  useRecentActivities,
} from "./react/point-queries.ts";
export {
  useChoosePreferences,
  usePreferences,
  useSavePreferences,
  useSendUnsentPreferences,
} from "./react/preference-queries.ts";
export { createQueryClient } from "./react/query-client.ts";
export {
  useClaim,
  useReferralReward,
  useReward,
  useRewards,
  useTierReward,
  useTierRewards,
} from "./react/reward-queries.ts";
export { useAddPasskey, usePasskeys, useRemovePasskey } from "./react/passkey-queries.ts";
export { useProgrammeTiers } from "./react/programme-tiers.ts";
export { useTier, useTiers } from "./react/tier-queries.ts";
export { LastSession, useIsMember, useMemberId, useSession } from "./react/use-session.ts";
export {
  usePresent,
  usePresentedVoucher,
  usePromotedVouchers,
  useValidVouchers,
  useVoucher,
  useVoucherHistory,
} from "./react/voucher-queries.ts";
