import { ApiError, messageOf, session, setReferrer } from "@loyalty/api-client";
import { useState } from "react";

import { showToast } from "../../primitives/toast/toast.ts";
import { referralCodeTexts } from "../../texts/referral-code.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { usePassingMessage } from "../one-time-code/use-passing-message.ts";

/** Sends the code of whoever invited the signed-in member; failures are said for 5 s (spec 000 §8). */
export function useReferralCode() {
  const t = useTexts(referralCodeTexts);
  const [state, setState] = useState<"asking" | "submitting" | "submitted">("asking");
  const failure = usePassingMessage();

  const submit = async (referralCode: string) => {
    const current = session.getSnapshot();
    if (state !== "asking" || current.status !== "signed-in") return;
    failure.clear();
    setState("submitting");
    try {
      await setReferrer(current.user.id, { referralCode });
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
