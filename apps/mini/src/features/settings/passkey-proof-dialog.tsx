import { ApiError, messageOf, requestSignInCode, type Member } from "@loyalty/api-client";
import {
  Alert,
  Button,
  CODE_LENGTH,
  CodeLife,
  Dialog,
  OtpBoxes,
  Resend,
  useCodeRequest,
  useTexts,
  type OtpBoxesHandle,
} from "@loyalty/ui";
import { devicesTexts } from "@loyalty/ui/texts/devices";
import { useEffect, useRef, useState } from "react";

import styles from "./devices-screen.module.css";

/** Between two codes, as at sign-in (spec 000 §9); the server may say longer. */
const COOLDOWN_S = 30;

/** Why a passkey was not added: the browser says that it has one already, the API says the rest. */
export function whyNotAdded(error: unknown): string {
  const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
  return isKnown
    ? devicesTexts.say("passkeys.known")
    : messageOf(error, devicesTexts.say("passkeys.failed"));
}

interface PasskeyProofDialogProps {
  member: Member;
  /** Adds the passkey with this code. */
  onProved: (code: string) => Promise<void>;
  onClose: () => void;
}

/** A fresh code for whoever signed in a while ago, before a passkey is added. */
export function PasskeyProofDialog({ member, onProved, onClose }: PasskeyProofDialogProps) {
  const t = useTexts(devicesTexts);
  const boxes = useRef<OtpBoxesHandle>(null);
  const [code, setCode] = useState("");
  const [adding, setAdding] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useCodeRequest({ send: requestSignInCode, cooldownS: COOLDOWN_S });
  const codeSent = request.sentTo !== null;
  // The button that sent the code is gone: the focus goes on to where the code is typed.
  useEffect(() => {
    if (codeSent) boxes.current?.focus();
  }, [codeSent]);

  async function send() {
    setProblem(null);
    const { callingCodeId, callingCode, mobileNumber } = member;
    const result = await request.request({ callingCodeId, callingCode, mobileNumber });
    if (result.kind === "failed" || result.kind === "wait") {
      setProblem(messageOf(result.error, t("passkeys.sendFailed")));
    }
  }

  async function confirm() {
    if (code.length < CODE_LENGTH || adding) return;
    setAdding(true);
    setProblem(null);
    try {
      await onProved(code);
      onClose();
    } catch (error) {
      // Without an answer, what was typed may be right and stays.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) {
        boxes.current?.clear();
      }
      setProblem(whyNotAdded(error));
      setAdding(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("passkeys.proofTitle")}
      description={t("passkeys.proofText")}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("passkeys.cancel")}
          </Button>
          {codeSent ? (
            <Button
              busy={adding}
              disabled={code.length < CODE_LENGTH}
              onClick={() => void confirm()}
            >
              {adding ? t("passkeys.confirming") : t("passkeys.confirm")}
            </Button>
          ) : (
            <Button busy={request.sending} onClick={() => void send()}>
              {request.sending ? t("passkeys.sending") : t("passkeys.send")}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.proof}>
        {problem && <Alert kind="error">{problem}</Alert>}
        {codeSent && (
          <>
            <OtpBoxes
              ref={boxes}
              label={t("passkeys.code")}
              pasteRule="exact6"
              onChange={setCode}
              onEnter={() => void confirm()}
            />
            <CodeLife expiry={request.expiry} />
            <Resend
              cooldown={request.cooldown}
              sending={request.sending}
              onResend={() => void send()}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
