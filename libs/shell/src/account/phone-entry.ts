import { valibotResolver } from "@hookform/resolvers/valibot";
import { resetSignIn } from "@loyalty/api-client/session";
import { i18n } from "@loyalty/ui/i18n";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";

import { type NumberFields, phoneRule, useTypedNumber } from "./number-fields.tsx";
import { signInTexts } from "./texts.ts";
import { lastPhoneNumber, type PhoneNumber } from "./use-code-request.ts";

/** Long enough that no number is called wrong while it is still being typed. */
const SETTLED_AFTER_MS = 800;

const phoneSchema = v.pipe(
  v.object({ callingCode: v.string(), phoneNumber: v.pipe(v.string(), v.trim()) }),
  phoneRule<NumberFields>(
    () => i18n.t("errors.phoneRequired", { ns: signInTexts }),
    "otherAtSignIn",
  ),
);

/**
 * The phone number while it is typed at sign-in. Opening clears what an earlier sign-in left behind and starts with
 * the last number (spec 000 §2). What is wrong with it is shown when the typing pauses or ends.
 *
 * @param awaited the number of a code that is still waited for: it goes before the last one
 */
export function usePhoneEntry(awaited: PhoneNumber | null) {
  const [{ callingCode, mobileNumber }] = useState(() => awaited ?? lastPhoneNumber());
  const form = useForm<NumberFields>({
    resolver: valibotResolver(phoneSchema),
    mode: "onChange",
    defaultValues: { callingCode, phoneNumber: mobileNumber },
  });
  const typed = useTypedNumber(form);
  const settled = useDebouncedValue(typed.fullNumber, SETTLED_AFTER_MS);
  const isSettled = settled === typed.fullNumber && typed.phoneNumber.trim() !== "";
  useEffect(() => resetSignIn(), []);

  const { errors, touchedFields, isSubmitted } = form.formState;
  const isShown = touchedFields.phoneNumber || isSubmitted || isSettled;
  return { form, typed, problem: isShown ? errors.phoneNumber?.message : undefined };
}
