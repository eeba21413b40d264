import { seoTexts } from "@loyalty/public-pages/texts/seo";
import { useIsMember } from "@loyalty/api-client/react/session";
import { AppShell } from "@loyalty/shell/app-shell";
import { DialogHost } from "@loyalty/shell/dialog-host";
import { isMemberPath, pathName } from "@loyalty/shell/known-paths";
import { paths, type PublicPathName, publicPaths } from "@loyalty/shell/paths";
import { pathAfterJoining, SessionRedirects } from "@loyalty/shell/redirects";
import { useReferralPrompt } from "@loyalty/shell/referral-prompt";
import { RouteAnnouncer } from "@loyalty/ui/route-announcer";
import { ThemeEffects, useBrand } from "@loyalty/ui/theme-store";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation, useNavigate } from "react-router";

import { OfflineNotice } from "../components/data-age.tsx";
import {
  ArrivalNotices,
  ArrivedMember,
  EndedNotice,
  HostNotices,
  SignedInAs,
  useArrival,
  useSignedInAs,
} from "./arrival.tsx";
import { FollowTill } from "./follow-till.ts";
import { MemberNavigation } from "./member-navigation.tsx";
import { FollowPreferences, useChooseLanguage } from "./language.tsx";
import { MemberToaster } from "./member-toaster.tsx";
import { MessagesLink } from "./messages-link.tsx";
import { NewerNotice } from "./newer-notice.tsx";
import { FollowServiceWorker } from "./service-worker-client.ts";
import { TierReached } from "./tier-reached.tsx";

/** The layout around every page, with its notices, dialogs and redirects. */
export function Shell() {
  const navigate = useNavigate();
  const { status } = useArrival();
  const { pathname } = useLocation();
  const forMember = useIsMember() && isMemberPath(pathname);
  const chooseLanguage = useChooseLanguage();
  const signedInAs = useSignedInAs();
  const arrivalDone = status !== "asking" && status !== "presenting" && status !== "other-member";

  return (
    <ThemeEffects>
      <PublicTitle />
      <BrandIcon />
      <FollowPreferences />
      <FollowServiceWorker />
      <ArrivalNotices />
      <ArrivedMember />
      <OfflineNotice />
      <EndedNotice />
      {signedInAs.isShown && <SignedInAs onDismiss={signedInAs.dismiss} />}
      {arrivalDone && !signedInAs.isShown && (
        <>
          <ReferralPrompt />
          <NewerNotice />
          {forMember && <FollowTill />}
          {forMember && <TierReached />}
          <HostNotices />
        </>
      )}
      <AppShell
        forMember={forMember}
        onChooseLanguage={chooseLanguage}
        memberLink={<MessagesLink />}
      >
        <Outlet />
      </AppShell>
      <MemberNavigation />
      <RouteAnnouncer />
      <SessionRedirects returns />
      <DialogHost
        onRegistered={() => void navigate(pathAfterJoining())}
        onSignedOut={() => void navigate(paths.home)}
      />
      <MemberToaster />
    </ThemeEffects>
  );
}

/** Asks a new member who invited them (spec 000 §2). */
function ReferralPrompt() {
  useReferralPrompt();
  return null;
}

/** The title of a public page, the same as on the site. Members' pages render their own title. */
function PublicTitle() {
  const { t } = useTranslation(seoTexts);
  const name = pathName(useLocation().pathname);
  if (name === null || !(name in publicPaths)) return null;
  // Signing in is a dialog over the home page.
  const page = name === "login" || name === "loginWithReferral" ? "home" : (name as TitledPage);
  return <title>{t(`${page}.title`)}</title>;
}

type TitledPage = Exclude<PublicPathName, "login" | "loginWithReferral">;

/** The icon and name for the home screen follow the chosen brand. */
function BrandIcon() {
  const { key } = useBrand().brand;
  useEffect(() => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    const icon = document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]');
    if (manifest) manifest.href = `/${key}.webmanifest`;
    if (icon) icon.href = `/icons/${key}-192.png`;
  }, [key]);
  return null;
}
