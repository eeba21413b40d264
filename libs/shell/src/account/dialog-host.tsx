import { LazyQueryProvider } from "@loyalty/api-client/react/lazy-query-provider";
import { useSession } from "@loyalty/api-client/react/session";
import { codeRequests } from "@loyalty/api-client/session";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { lazy, useEffect } from "react";

import {
  closeDialog,
  openDialog,
  type OpenDialog,
  showLoadFailed,
  useOpenDialog,
} from "./dialogs.ts";

const SignInDialog = lazy(() => import("./sign-in-dialog.tsx"));
const RegisterDialog = lazy(() => import("./register-dialog.tsx"));
const ReferralCodeDialog = lazy(() => import("./referral-code-dialog.tsx"));
const SignOutDialog = lazy(() => import("./sign-out-dialog.tsx"));
const AnnouncementDialog = lazy(() => import("../announcement/announcement-dialog.tsx"));
const LegalViewer = lazy(() => import("../legal/legal-viewer.tsx"));

const FOR_VISITORS: readonly OpenDialog["name"][] = ["sign-in", "register", "announcement"];

/** Where people go afterwards: each app has its own answer. Both are called with the dialog closed. */
interface DialogHostProps {
  /** A new member is signed in, 1.5 s after the registration succeeded (spec 000 §2: then to /dashboard). */
  onRegistered: () => void;
  /** The member signed out (spec 000 §2: then to /). */
  onSignedOut: () => void;
}

/** Shows the dialog that is open. Rendered once an app; each dialog is loaded when it is first opened. */
export function DialogHost(props: DialogHostProps) {
  const dialog = useOpenDialog();
  const { status } = useSession();

  // What is for visitors closes once a user is signed in, be it in another tab.
  useEffect(() => {
    if (status === "signed-in" && dialog && FOR_VISITORS.includes(dialog.name)) closeDialog();
  }, [status, dialog]);

  // A phone reloads the page while its user looks for the code in another app: the dialog is there again.
  useEffect(() => {
    if (status !== "signed-out") return;
    const purpose = codeRequests.dialog();
    if (purpose === "sign-in") openDialog("sign-in");
    if (purpose === "registration") openDialog("register");
  }, [status]);

  // A dialog that cannot be loaded, mostly after a release, must not take the page with it.
  const closeFailed = () => {
    closeDialog();
    showLoadFailed();
  };
  return (
    dialog && (
      <LazyBoundary onError={closeFailed}>
        <LazyQueryProvider>{dialogOf(dialog, props)}</LazyQueryProvider>
      </LazyBoundary>
    )
  );
}

function dialogOf(dialog: OpenDialog, { onRegistered, onSignedOut }: DialogHostProps) {
  switch (dialog.name) {
    case "sign-in":
      return <SignInDialog />;
    case "register":
      return <RegisterDialog {...dialog.props} onRegistered={onRegistered} />;
    case "referral-code":
      return <ReferralCodeDialog />;
    case "sign-out":
      return <SignOutDialog {...dialog.props} onSignedOut={onSignedOut} />;
    case "announcement":
      return <AnnouncementDialog />;
    case "legal":
      return <LegalViewer {...dialog.props} onClose={() => closeDialog("legal")} />;
  }
}
