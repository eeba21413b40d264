import {
  ApiError,
  eraseMember,
  messageOf,
  requestErasureCode,
  session,
  type Member,
} from "@loyalty/api-client";
import { CODE_LENGTH, showToast, useCodeRequest, type OtpBoxesHandle } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";

/** Between two codes, as at sign-in (spec 000 §9); the server may say longer. */
const COOLDOWN_S = 30;

/** Asks for the code that ends a membership, and ends it: signed out everywhere, with nothing left in this browser. */
export function useErasure(member: Member) {
  const say = settingsTexts.say;
  const navigate = useNavigate();
  const boxes = useRef<OtpBoxesHandle>(null);
  const [code, setCode] = useState("");
  const [erasing, setErasing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useCodeRequest({ send: () => requestErasureCode(member), cooldownS: COOLDOWN_S });

  async function send() {
    setProblem(null);
    const { callingCodeId, callingCode, mobileNumber } = member;
    const result = await request.request({ callingCodeId, callingCode, mobileNumber });
    if (result.kind === "failed") {
      setProblem(messageOf(result.error, say("personal.erase.sendFailed")));
    }
  }

  async function erase() {
    if (code.length < CODE_LENGTH || erasing) return;
    setErasing(true);
    setProblem(null);
    try {
      await eraseMember(member, { otpCode: code });
      showToast("success", say("personal.erase.done"), 5);
      void session.end();
      void navigate(paths.home, { replace: true });
    } catch (error) {
      // Without an answer, what was typed may be right and stays.
      if (error instanceof ApiError && error.status > 0 && error.status < 500)
        boxes.current?.clear();
      setProblem(messageOf(error, say("personal.erase.failed")));
      setErasing(false);
    }
  }

  return {
    boxes,
    setCode,
    isWhole: code.length === CODE_LENGTH,
    request,
    send,
    erase,
    erasing,
    problem,
  };
}
