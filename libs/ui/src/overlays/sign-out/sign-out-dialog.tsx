import { session } from "@loyalty/api-client";

import { ConfirmDialog } from "../../primitives/dialog.tsx";
import { signOutTexts } from "../../texts/sign-out.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { closeOverlay } from "../overlays.ts";

interface SignOutDialogProps {
  /** The profile screen warns at greater length (spec 001 §2). */
  variant?: "plain" | "profile";
  onSignedOut: () => void;
}

/** Asks before signing out. Signing out needs no answer of the server: here it holds at once (spec 000 §4). */
export function SignOutDialog({ variant = "plain", onSignedOut }: SignOutDialogProps) {
  const t = useTexts(signOutTexts);
  return (
    <ConfirmDialog
      open
      title={t("title")}
      message={t(variant === "profile" ? "profileMessage" : "message")}
      confirmLabel={t("signOut")}
      cancelLabel={t("cancel")}
      onConfirm={() => {
        closeOverlay("sign-out");
        void session.end();
        onSignedOut();
      }}
      onCancel={() => closeOverlay("sign-out")}
    />
  );
}
