export { ApiProvider } from "./react/api-provider.tsx";
export {
  useAgree,
  useConsent,
  useEraseMember,
  useExportMember,
  useRequestErasureCode,
} from "./react/members.ts";
export {
  useCodeSignIn,
  useRegister,
  useRequestRegistrationCode,
  useRequestSignInCode,
  useSignInByPasskey,
} from "./react/sign-in.ts";
export { useDevices, useEndDevices } from "./react/devices.ts";
export {
  useMember,
  useReferees,
  useReloadMember,
  useRetryFailed,
  useSetReferrer,
  useUpdateMember,
} from "./react/members.ts";
export { useCallingCodes, useOutlets } from "./react/outlets.ts";
export { withQueries } from "./react/query-client.tsx";
export {
  useActivities,
  useBills,
  useKeepTierBy,
  useMembershipPoints,
  usePointTotals,
  useRecentActivities,
} from "./react/points.ts";
export {
  useChoosePreferences,
  usePreferences,
  useSavePreferences,
  useSendUnsentPreferences,
} from "./react/preferences.ts";
export { createQueryClient } from "./react/query-client.tsx";
export {
  newIdempotencyKey,
  useClaim,
  useReferralReward,
  useReward,
  useRewards,
  useTierReward,
  useTierRewards,
} from "./react/rewards.ts";
export { canUsePasskeys, useAddPasskey, usePasskeys, useRemovePasskey } from "./react/devices.ts";
export { useProgrammeTiers } from "./react/programme-tiers.ts";
export { useTier, useTiers } from "./react/points.ts";
export { LastSession, useIsMember, useMemberId, useSession } from "./react/session.ts";
export {
  usePresent,
  usePresentedVoucher,
  usePromotedVouchers,
  useValidVouchers,
  useVoucher,
  useVoucherHistory,
} from "./react/rewards.ts";
