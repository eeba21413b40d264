import { normalisePhone, phoneProblem, resetSignIn } from "@loyalty/api-client";
import { useCallingCodes } from "@loyalty/api-client/react";
import { useEffect, useMemo, useState } from "react";

import { phoneProblemTexts } from "../../texts/phone-problems.ts";
import { signInTexts } from "../../texts/sign-in.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { lastPhoneNumber } from "../one-time-code/last-phone-number.ts";
import type { PhoneNumber } from "../one-time-code/phone-number.ts";
import { useSettled } from "../one-time-code/use-settled.ts";

/**
 * The phone number while it is typed at sign-in. Opening clears what an earlier sign-in left behind and starts with
 * the last number (spec 000 §2). What is wrong with it is known at once, and said when the typing pauses or ends.
 *
 * @param awaited the number of a code that is still waited for: it goes before the last one
 */
export function usePhoneEntry(awaited: PhoneNumber | null) {
  const t = useTexts(signInTexts);
  const say = useTexts(phoneProblemTexts);
  const { data: callingCodes = [] } = useCallingCodes();
  const [entry, setEntry] = useState(() => awaited ?? lastPhoneNumber());
  const [typed, setTyped] = useState(false);
  const [left, setLeft] = useState(false);
  const settled = useSettled(entry.callingCode + entry.mobileNumber);
  useEffect(() => resetSignIn(), []);

  const known = callingCodes.find(({ name }) => name === entry.callingCode) ?? callingCodes[0];
  const callingCode = known?.name ?? entry.callingCode;
  const mobileNumber = normalisePhone(callingCode, entry.mobileNumber);
  const callingCodeId = known?.id;
  const number = useMemo<PhoneNumber | null>(
    () =>
      callingCodeId !== undefined && mobileNumber !== null
        ? { callingCodeId, callingCode, mobileNumber }
        : null,
    [callingCodeId, callingCode, mobileNumber],
  );
  const isEmpty = entry.mobileNumber.trim() === "";

  const sentence = () => {
    if (isEmpty) return typed && left ? t("errors.phoneRequired") : null;
    const problem = phoneProblem(callingCode, entry.mobileNumber);
    if (problem === null || !(left || settled)) return null;
    return say(problem === "other" ? "otherAtSignIn" : problem);
  };

  return {
    callingCodes,
    callingCodeId,
    mobileNumber: entry.mobileNumber,
    /** The number as it can be sent, or null while it cannot. */
    number,
    isEmpty,
    /** The sentence to show under the field now, or null. */
    problem: sentence(),
    changeCallingCode: (id: number) => {
      const chosen = callingCodes.find((one) => one.id === id);
      if (chosen) setEntry((old) => ({ ...old, callingCode: chosen.name }));
    },
    changeMobileNumber: (mobileNumber: string) => {
      setTyped(true);
      setEntry((old) => ({ ...old, mobileNumber }));
    },
    leave: () => setLeft(true),
  };
}
