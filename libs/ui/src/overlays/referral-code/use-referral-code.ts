import { ApiError, messageOf } from "@loyalty/api-client";
import { useMemberId, useSetReferrer } from "@loyalty/api-client/react";
import { useState } from "react";

import { showToast } from "../../primitives/toast.tsx";
import { referralCodeTexts } from "../../texts/referral-code.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { usePassingMessage } from "../one-time-code/use-passing-message.ts";

/** Sends the code of whoever invited the signed-in member; failures are said for 5 s (spec 000 §8). */
export function useReferralCode() {
  const t = useTexts(referralCodeTexts);
  const [state, setState] = useState<"asking" | "submitting" | "submitted">("asking");
  const failure = usePassingMessage();
  const memberId = useMemberId();
  const { mutateAsync: send } = useSetReferrer();

  const submit = async (referralCode: string) => {
    if (state !== "asking" || memberId === null) return;
    failure.clear();
    setState("submitting");
    try {
      await send({ referralCode });
      setState("submitted");
      // It may be read for 3 s; the dialog closes after 2 (spec 000 §9).
      showToast("success", t("success"));
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0;
      failure.say(messageOf(error, t(answered ? "errors.failed" : "errors.unexpected")));
      setState("asking");
    }
  };

  return {
    submit,
    submitting: state === "submitting",
    submitted: state === "submitted",
    failure: failure.message,
  };
}
