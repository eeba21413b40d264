export { isKnownPath, isMemberPath, pathName } from "./known-paths.ts";
export { CrashScreen } from "./crash-screen.tsx";
export { MembersOnly } from "./members-only.tsx";
export { PageArrival } from "./page-arrival.tsx";
export {
  loginWithReferralPath,
  memberPaths,
  paths,
  publicPaths,
  redeemPath,
  rewardPath,
  type MemberPathName,
  type PathName,
  type PublicPathName,
} from "./paths.ts";
export { publicRoutes } from "./public-routes.ts";
export { SessionRedirects } from "./redirects.tsx";
export { UnknownPath } from "./unknown-path.tsx";
