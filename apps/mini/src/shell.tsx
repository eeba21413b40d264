import { AppShell, BrandProvider, OverlayHost, Toaster, useReferralPrompt } from "@loyalty/ui";
import { PageArrival, paths, SessionRedirects } from "@loyalty/ui/routes";
import { Outlet, useNavigate } from "react-router";

import { useArrival } from "./arrival/arrival.ts";
import { ArrivalNotices } from "./arrival/arrival-notices.tsx";
import { ArrivedMember } from "./arrival/arrived-member.tsx";
import { SignedInAs, useSignedInAs } from "./arrival/signed-in-as.tsx";
import { NewerNotice } from "./consent/newer-notice.tsx";
import { EndedNotice } from "./host/ended-notice.tsx";
import { FollowBrandIcon } from "./host/follow-brand-icon.tsx";
import { OfflineNotice } from "./host/offline-notice.tsx";
import { FollowPreferences } from "./language/follow-preferences.tsx";
import { useChooseLanguage } from "./language/use-choose-language.ts";
import { PublicTitle } from "./public-title.tsx";
import { ThumbBar } from "./thumb-bar/thumb-bar.tsx";

/** The shell around every room, and what watches over its navigations. */
export function Shell() {
  const navigate = useNavigate();
  const { status } = useArrival();
  const chooseLanguage = useChooseLanguage();
  const signedInAs = useSignedInAs();
  const settled = status !== "asking" && status !== "presenting" && status !== "other-member";

  return (
    <BrandProvider>
      <PublicTitle />
      <FollowBrandIcon />
      <FollowPreferences />
      <ArrivalNotices />
      <ArrivedMember />
      <OfflineNotice />
      <EndedNotice />
      {signedInAs.isShown && <SignedInAs onDismiss={signedInAs.dismiss} />}
      {settled && !signedInAs.isShown && (
        <>
          <ReferralPrompt />
          <NewerNotice />
        </>
      )}
      <AppShell onChooseLanguage={chooseLanguage}>
        <Outlet />
      </AppShell>
      <ThumbBar />
      <PageArrival />
      <SessionRedirects returns />
      <OverlayHost
        onRegistered={() => void navigate(paths.dashboard)}
        onSignedOut={() => void navigate(paths.home)}
      />
      <Toaster />
    </BrandProvider>
  );
}

/** Asks a new member who invited them, once nothing else is asked (spec 000 §2). */
function ReferralPrompt() {
  useReferralPrompt();
  return null;
}
