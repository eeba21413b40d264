import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { useRequestSignInCode } from "@loyalty/api-client/react/sign-in";
import type { Member } from "@loyalty/api-client/wire";
import { CodeExpiry, Resend } from "@loyalty/shell/one-time-code";
import { useCodeRequest } from "@loyalty/shell/use-code-request";
import { Stack } from "@loyalty/ui/layout";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { CODE_LENGTH, OtpBoxes, type OtpBoxesHandle } from "@loyalty/ui/otp-field";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** Between two codes, as at sign-in (spec 000 §9); the server may answer with a longer time. */
const COOLDOWN_S = 30;

interface CodeDialogProps {
  member: Member;
  /** Sends the code to the member's number. @default a code for signing in */
  sendCode?: Parameters<typeof useCodeRequest>[0]["send"];
  onConfirm: (code: string) => Promise<void>;
  /** The message for a rejection of `onConfirm`. */
  failureOf: (error: unknown) => string;
  onClose: () => void;
  danger?: boolean;
  title: string;
  description: string;
  /** The words of its buttons and its field. */
  translate: (
    name: "cancel" | "send" | "sending" | "sendFailed" | "code" | "confirm" | "confirming",
  ) => string;
  children?: ReactNode;
}

/** A dialog in which a signed-in member confirms something with a new one-time code. */
export function CodeDialog(props: CodeDialogProps) {
  const { member, onConfirm, failureOf, onClose, danger, translate, children } = props;
  const boxes = useRef<OtpBoxesHandle>(null);
  const [code, setCode] = useState("");
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync: requestSignInCode } = useRequestSignInCode();
  const request = useCodeRequest({
    send: props.sendCode ?? requestSignInCode,
    cooldownS: COOLDOWN_S,
  });
  const codeSent = request.sentTo !== null;
  // The button that sent the code is gone: the focus moves to the field for the code.
  useEffect(() => {
    if (codeSent) boxes.current?.focus();
  }, [codeSent]);

  async function send() {
    setProblem(null);
    const { callingCodeId, callingCode, mobileNumber } = member;
    const result = await request.request({ callingCodeId, callingCode, mobileNumber });
    if (result.kind === "failed" || result.kind === "wait") {
      setProblem(messageOf(result.error, translate("sendFailed")));
    }
  }

  async function confirm() {
    if (code.length < CODE_LENGTH || confirming) return;
    setConfirming(true);
    setProblem(null);
    try {
      await onConfirm(code);
    } catch (error) {
      // Without an answer the code may be right, and stays.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) {
        boxes.current?.clear();
      }
      setProblem(failureOf(error));
      setConfirming(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={props.title}
      description={props.description}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {translate("cancel")}
          </Button>
          {codeSent ? (
            <Button
              variant={danger ? "danger" : "primary"}
              busy={confirming}
              disabled={code.length < CODE_LENGTH}
              onClick={() => void confirm()}
            >
              {translate(confirming ? "confirming" : "confirm")}
            </Button>
          ) : (
            <Button busy={request.sending} onClick={() => void send()}>
              {translate(request.sending ? "sending" : "send")}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        {children}
        {problem && <Alert kind="error">{problem}</Alert>}
        {codeSent && (
          <>
            <OtpBoxes
              ref={boxes}
              label={translate("code")}
              pasteRule="exact6"
              onChange={setCode}
              onEnter={() => void confirm()}
            />
            <CodeExpiry expiry={request.expiry} />
            <Resend request={request} onResend={() => void send()} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
