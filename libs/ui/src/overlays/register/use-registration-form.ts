import { valibotResolver } from "@hookform/resolvers/valibot";
import { useEffect } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";

import { pendingReferral } from "../referral-code/pending-referral.ts";
import type { ProvedNumber } from "./proved-number.ts";
import { registrationDraft } from "./registration-draft.ts";
import { registrationSchema, type RegistrationForm } from "./registration-form.ts";

export type RegistrationFields = UseFormReturn<RegistrationForm>;

/**
 * The registration form, begun with the draft of this tab, the referral code of the link that brought the visitor,
 * and the number that sign-in has proved.
 */
export function useRegistrationForm(proved: ProvedNumber | undefined): RegistrationFields {
  const form = useForm<RegistrationForm>({
    resolver: valibotResolver(registrationSchema),
    mode: "onTouched",
    // The number's rule needs two fields and stands after the others': else it would be silent until they are right.
    criteriaMode: "all",
    defaultValues: firstValues(proved),
  });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => registrationDraft.write(values),
      }),
    [form],
  );

  return form;
}

function firstValues(proved: ProvedNumber | undefined): RegistrationForm {
  const draft = registrationDraft.read();
  return {
    ...draft,
    referralCode: draft.referralCode || pendingReferral.read(),
    ...(proved && { callingCode: proved.callingCode, phoneNumber: proved.mobileNumber }),
  };
}
