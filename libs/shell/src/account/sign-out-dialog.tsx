import { session } from "@loyalty/api-client/session";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { useTranslation } from "react-i18next";

import { signOutTexts } from "./texts.ts";
import { closeDialog, type DialogPropsByName } from "./dialogs.ts";

type SignOutDialogProps = DialogPropsByName["sign-out"] & { onSignedOut: () => void };

/** Asks before signing out. Signing out needs no answer of the server: here it holds at once (spec 000 §4). */
export default function SignOutDialog({ variant, onSignedOut }: SignOutDialogProps) {
  const { t } = useTranslation(signOutTexts);
  return (
    <ConfirmDialog
      open
      danger
      title={t("title")}
      message={t(variant === "profile" ? "profileMessage" : "message")}
      confirmLabel={t("signOut")}
      cancelLabel={t("cancel")}
      onConfirm={() => {
        closeDialog("sign-out");
        void session.end();
        onSignedOut();
      }}
      onCancel={() => closeDialog("sign-out")}
    />
  );
}
