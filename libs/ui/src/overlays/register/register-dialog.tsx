import { withQueries } from "@loyalty/api-client/react";
import { useEffect, useRef, useState } from "react";

import { Button } from "../../primitives/button.tsx";
import { Dialog } from "../../primitives/dialog.tsx";
import { LazyBoundary } from "../../primitives/lazy-boundary.tsx";
import { registerTexts } from "../../texts/register.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { BrandedTitle } from "../branded-title/branded-title.tsx";
import { sayCouldNotOpen } from "../could-not-open.ts";
import type { LegalDocument } from "../legal-viewer/legal-sections.ts";
import { LazyLegalViewer } from "../legal-viewer/lazy-legal-viewer.ts";
import { closeOverlay, openOverlay } from "../overlays.ts";
import { JoinButton } from "./join-button.tsx";
import { NotAMemberYet, NumberProof } from "./number-proof.tsx";
import type { ProvedNumber } from "./proved-number.ts";
import styles from "./register.module.css";
import { RegistrationFields } from "./registration-fields.tsx";
import { TermsAgreement } from "./terms-agreement.tsx";
import { useJoining } from "./use-joining.ts";
import { useNumberProof } from "./use-number-proof.ts";
import { useRegistrationForm } from "./use-registration-form.ts";
import { Welcome } from "./welcome.tsx";

interface RegisterDialogProps {
  proved?: ProvedNumber;
  onRegistered: () => void;
  /** The number was a member's already, who is signed in now. */
  onSignedIn: () => void;
}

const close = () => closeOverlay("register");

/** "Join as Member" of spec 000 §2: a click on the overlay leaves it open, and what was typed is kept. */
export const RegisterDialog = withQueries(function RegisterDialog({
  proved,
  onRegistered,
  onSignedIn,
}: RegisterDialogProps) {
  const t = useTexts(registerTexts);
  const { reading, read, closeReading } = useReading();
  const form = useRegistrationForm(proved);
  const proof = useNumberProof(form, proved);
  const { join, joining, welcomed } = useJoining(form, proof, {
    onRegistered: () => {
      close();
      onRegistered();
    },
    onSignedIn: () => {
      close();
      onSignedIn();
    },
    onMustSignIn: () => openOverlay("sign-in"),
  });

  return (
    <Dialog
      open
      onClose={close}
      title={<BrandedTitle>{t("title")}</BrandedTitle>}
      titleHidden={welcomed !== null}
      description={welcomed ? undefined : t("intro")}
      closeOnOverlay={false}
    >
      {welcomed ? (
        <Welcome name={welcomed.name} />
      ) : (
        <form noValidate className={styles.form} onSubmit={(event) => void join(event)}>
          <NotAMemberYet proof={proof} />
          <RegistrationFields form={form} typed={proof.typed} />
          <TermsAgreement form={form} onRead={read} />
          <NumberProof proof={proof} />
          <JoinButton form={form} proof={proof} joining={joining} />
          <p className={styles.other}>
            {t("alreadyMember")}{" "}
            <Button variant="link" onClick={() => openOverlay("sign-in")}>
              {t("signIn")}
            </Button>
          </p>
        </form>
      )}
      {reading && (
        <LazyBoundary
          onError={() => {
            closeReading();
            sayCouldNotOpen();
          }}
        >
          <LazyLegalViewer document={reading} onClose={closeReading} />
        </LazyBoundary>
      )}
    </Dialog>
  );
});

/** The document that is being read over the form; the focus goes back to the words that opened it. */
function useReading() {
  const [reading, setReading] = useState<LegalDocument | null>(null);
  const opener = useRef<HTMLElement>(null);

  useEffect(() => {
    if (reading === null) opener.current?.focus();
  }, [reading]);

  const read = (document: LegalDocument, from: HTMLElement) => {
    opener.current = from;
    setReading(document);
  };
  return { reading, read, closeReading: () => setReading(null) };
}
