import { messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { useTranslation } from "react-i18next";

import { useAwaitedProof, useProve, useCancelProof } from "../queries/session.tsx";
import { staffSignInTexts } from "../texts/staff-sign-in.ts";

/**
 * Asks for a passkey when a call needs one: after half an hour without use, and before what needs a fresh verification.
 * The page stays as it is below, and what was begun goes on by itself.
 */
export function ProofDialog() {
  const { t } = useTranslation(staffSignInTexts);
  const proof = useAwaitedProof();
  const prove = useProve();
  const cancelProof = useCancelProof();
  if (proof === null) return null;

  const isSignIn = proof === "sign-in";
  return (
    <Dialog
      open
      onClose={cancelProof}
      closeOnOverlay={false}
      role="alertdialog"
      size="sm"
      title={t(isSignIn ? "again.title" : "verify.title")}
      description={t(isSignIn ? "again.text" : "verify.text")}
      footer={
        <>
          <Button variant="outline" onClick={cancelProof}>
            {t(isSignIn ? "again.leave" : "verify.cancel")}
          </Button>
          <Button busy={prove.isPending} onClick={() => prove.mutate()}>
            {t(prove.isPending ? "waiting" : "usePasskey")}
          </Button>
        </>
      }
    >
      {prove.isError && <Alert kind="error">{messageOf(prove.error, t("failed"))}</Alert>}
    </Dialog>
  );
}
