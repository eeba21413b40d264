import { useSession } from "@loyalty/api-client/react/session.ts";
import { codeRequests } from "@loyalty/api-client/session/code-requests.ts";
import { lazy, useEffect } from "react";

import { LazyBoundary } from "../primitives/lazy-boundary.tsx";
import {
  closeDialog,
  openDialog,
  type OpenDialog,
  showLoadFailed,
  useOpenDialog,
} from "./dialogs.ts";

const SignInDialog = lazy(async () => ({
  default: (await import("./sign-in-dialog.tsx")).SignInDialog,
}));
const RegisterDialog = lazy(async () => ({
  default: (await import("./register-dialog.tsx")).RegisterDialog,
}));
const ReferralCodeDialog = lazy(async () => ({
  default: (await import("./referral-code-dialog.tsx")).ReferralCodeDialog,
}));
const SignOutDialog = lazy(async () => ({
  default: (await import("./sign-out-dialog.tsx")).SignOutDialog,
}));
const AnnouncementDialog = lazy(async () => ({
  default: (await import("../public-pages/announcement-dialog.tsx")).AnnouncementDialog,
}));

const LegalViewer = lazy(async () => ({
  default: (await import("../public-pages/legal-viewer.tsx")).LegalViewer,
}));

/** Where people go afterwards: each app has its own answer. All are called with the dialog closed. */
export interface DialogHostProps {
  /** Somebody signed in with a code. */
  onSignedIn?: () => void;
  /** A new member is signed in, 1.5 s after the registration succeeded (spec 000 §2: then to /dashboard). */
  onRegistered?: () => void;
  /** The member signed out (spec 000 §2: then to /). */
  onSignedOut?: () => void;
}

/** Shows the dialog that is open. Rendered once an app; each dialog is loaded when it is first opened. */
export function DialogHost(props: DialogHostProps) {
  const dialog = useOpenDialog();
  useClosedForMembers(dialog);
  useOpenAgain();
  return (
    dialog && <LazyBoundary onError={closeFailedDialog}>{dialogOf(dialog, props)}</LazyBoundary>
  );
}

/** A dialog that cannot be loaded, mostly after a release, must not take the page with it. */
function closeFailedDialog() {
  closeDialog();
  showLoadFailed();
}

const doNothing = () => {};

function dialogOf(dialog: OpenDialog, props: DialogHostProps) {
  const { onSignedIn = doNothing, onRegistered = doNothing, onSignedOut = doNothing } = props;
  switch (dialog.name) {
    case "sign-in":
      return <SignInDialog onSignedIn={onSignedIn} />;
    case "register":
      return (
        <RegisterDialog {...dialog.props} onRegistered={onRegistered} onSignedIn={onSignedIn} />
      );
    case "referral-code":
      return <ReferralCodeDialog />;
    case "sign-out":
      return <SignOutDialog {...dialog.props} onSignedOut={onSignedOut} />;
    case "announcement":
      return <AnnouncementDialog />;
    case "legal":
      return <LegalViewer document={dialog.props.document} onClose={() => closeDialog("legal")} />;
  }
}

const FOR_VISITORS: readonly OpenDialog["name"][] = ["sign-in", "register", "announcement"];

/** Closes what is for visitors once somebody is signed in, be it in another tab. */
function useClosedForMembers(dialog: OpenDialog | null) {
  const { status } = useSession();
  useEffect(() => {
    if (status === "signed-in" && dialog && FOR_VISITORS.includes(dialog.name)) closeDialog();
  }, [status, dialog]);
}

/** A phone reloads the page while its reader looks for the code in another app: the dialog is there again. */
function useOpenAgain() {
  const { status } = useSession();
  useEffect(() => {
    if (status !== "signed-out") return;
    const dialog = codeRequests.dialog();
    if (dialog === "sign-in") openDialog("sign-in");
    if (dialog === "registration") openDialog("register");
  }, [status]);
}
